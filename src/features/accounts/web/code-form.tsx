import { useForm } from 'react-hook-form';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import type { User } from '../contract.ts';
import { reasonOf } from './failures.ts';
import { ruledBy } from './form-rules.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useVerifyEmail } from './use-prove-email.ts';

/** The six digits from the mail that proves an address. */
export function CodeForm({ onProven }: { onProven(user: User): void }) {
  const verify = useVerifyEmail(onProven);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: ruledBy('confirmationCode'),
    mode: 'onTouched',
  });
  const submit = (body: { code: string }) =>
    verify.mutate(body, {
      onError: (error) => {
        const reason = reasonOf(error);
        if (reason) setError('code', { type: 'server', message: reason }, { shouldFocus: true });
        else toast({ kind: 'bad', title: 'The code could not be checked', description: failureText(error) });
      },
    });
  return (
    <form method="dialog" noValidate onSubmit={handleSubmit((body) => verify.isPending || submit(body))}>
      <TextField
        label="Code from the mail"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000 000"
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <SubmitButton label="Confirm" busyLabel="One moment..." busy={verify.isPending} className="btn line" />
    </form>
  );
}
