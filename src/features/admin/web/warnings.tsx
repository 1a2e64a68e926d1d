import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '#features/warnings/contract/calls.ts';
import type { dismissWarning, listWarnings } from '#features/warnings/contract/endpoints.ts';
import type { Warning, WarningKind } from '#features/warnings/contract/schemas.ts';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';

export const warningsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listWarnings),
    queryFn: () => api<typeof listWarnings>(calls.listWarnings),
    staleTime: 0,
  });

/** Texts of warnings: the event, and the administrator's next step. */
export const TITLES: Record<WarningKind, { title: string; advice: string }> = {
  money: {
    title: 'Money without a subscription',
    advice: 'Look up these numbers at PayPal. The site keeps trying to find the subscription.',
  },
  dispute: { title: 'Open disputes', advice: 'Answer them in PayPal’s Resolution Center.' },
  amount: {
    title: 'Payments that are not the price',
    advice: 'Compare the plan’s price at PayPal, and correct it or refund the difference.',
  },
  refund: {
    title: 'Refunds that PayPal did not make',
    advice: 'Try again, or refund these payments at PayPal and dismiss them here.',
  },
  'admin-refund': {
    title: 'Refunds of an administrator that PayPal did not make',
    advice: 'Nothing was paid back. Try again, or refund at PayPal and dismiss the task.',
  },
  mail: {
    title: 'Mails that were not delivered',
    advice: 'Check the address and the mail server’s answer. The mail is not sent again.',
  },
};

/** Marks a warning as handled. */
export function Dismiss({ warning: { kind, id, about } }: { warning: Warning }) {
  const api = useApi();
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: () => api<typeof dismissWarning>(calls.dismissWarning, { params: { kind, id } }),
    onError: toastFailure('The warning could not be dismissed'),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(calls.listWarnings) }),
  });
  return (
    <button
      className="btn line sm"
      type="button"
      aria-label={`Dismiss ${about}`}
      aria-disabled={dismiss.isPending || undefined}
      onClick={() => dismiss.isPending || dismiss.mutate()}
    >
      Dismiss
    </button>
  );
}
