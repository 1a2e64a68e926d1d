import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { forgotPassword } from '../../contract/endpoints.ts';
import type { ForgottenPassword } from '../../contract/form-schemas.ts';
import { accountRules } from '../account-form-rules.ts';

/** Shows a form for the account's address, with the address stored in this browser as a suggestion. */
export function ForgottenPasswordForm({ onSent }: { onSent(email: string): void }) {
  const api = useApi();
  const form = useForm<ForgottenPassword>({
    resolver: accountRules.resolver('forgottenPassword'),
    mode: 'onTouched',
  });
  const { register, formState, getValues, setValue } = form;
  useEffect(() => {
    const email = storedEmail();
    if (email && !getValues('email')) setValue('email', email);
  }, [getValues, setValue]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ForgottenPassword) => api<typeof forgotPassword>(calls.forgotPassword, { body }),
    onSuccess: (_, { email }) => onSent(email),
  });
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['email']}
      explain={toastFailure('The email could not be sent')}
      onSubmit={(body) => mutate(body)}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <SubmitButton label="Send link" busyLabel="One moment..." />
    </ValidatedForm>
  );
}
