import { useMutation } from '@tanstack/react-query';
import * as calls from '#features/settings/contract/admin-calls.ts';
import type { sendTestMail } from '#features/settings/contract/endpoints.ts';
import type { MailName } from '#features/settings/shared/mails/mail-texts.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import { useSingle } from '../presses/use-single.ts';
import type { Values } from './use-text-values.ts';

/** Sends the mail with its unsaved texts to the administrator. */
export function SendTest({ name, values }: { name: MailName; values: Values }) {
  const api = useApi();
  const sending = useMutation<{ to: string }, Error, void>({
    mutationFn: () =>
      api<typeof sendTestMail>(calls.sendTestMail, {
        body: {
          name,
          subject: values[`mail.${name}.subject`] ?? '',
          text: values[`mail.${name}.text`] ?? '',
        },
      }),
    onSuccess: ({ to }) => toast({ title: 'Test is on its way', description: `It goes to ${to}.` }),
    onError: toastFailure('Failed to send the test'),
  });
  const send = useSingle(sending);
  const { isPending } = sending;
  return (
    <button className="btn line" type="button" aria-disabled={isPending || undefined} onClick={() => send()}>
      {isPending ? 'Sending...' : 'Send me a test'}
    </button>
  );
}
