import { useForm } from 'react-hook-form';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { User } from '../../contract/schemas.ts';
import { accountRules } from '../account-form-rules.ts';
import { reasonOf } from '../failures.ts';
import { useVerifyEmail } from './use-prove-email.ts';

/** Shows a form for the six-digit code from the mail that proves an address. */
export function CodeForm({ onProven }: { onProven(user: User): void }) {
  const verify = useVerifyEmail(onProven);
  // The default mode checks only at submission. The Tab key may pass the empty field without an error.
  const form = useForm({ resolver: accountRules.resolver('confirmationCode') });
  const { register, formState, setError } = form;
  /** Shows every refusal of the server beside the code, with or without issues. */
  const explain = (error: Error) => {
    const reason = reasonOf(error);
    if (reason === '') return toastFailure('The code could not be checked')(error);
    setError('code', { type: 'server', message: reason }, { shouldFocus: true });
    return null;
  };
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={verify.isPending}
      error={verify.error}
      fields={[]}
      explain={explain}
      onSubmit={(body) => verify.mutate(body)}
    >
      <TextField
        label="Code from the email"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="000 000"
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <SubmitButton label="Confirm" busyLabel="One moment..." className="btn line" />
    </ValidatedForm>
  );
}
