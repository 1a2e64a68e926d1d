import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { register as registerCall } from '../../contract/endpoints.ts';
import type { RegisterForm as Form } from '../../contract/form-schemas.ts';
import { accountRules } from '../account-form-rules.ts';
import { NewPasswordFields } from '../password/new-password-fields.tsx';
import { signInFlow } from './use-passkey-sign-in.ts';
import { useSignedIn } from './use-signed-in.ts';

const showFailure = toastFailure('Registration failed');

/** State of the registration form. The page holds it, so that typed text survives a change of tabs. */
export const useRegisterForm = (): UseFormReturn<Form> =>
  useForm<Form>({ resolver: accountRules.resolver('register'), mode: 'onTouched' });

export function RegisterForm({ form }: { form: UseFormReturn<Form> }) {
  const api = useApi();
  const site = useSettings()('site.title');
  const signedIn = useSignedIn();
  const { register, formState, trigger } = form;
  usePrefilledEmail(form);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ confirmPassword: _, ...account }: Form) =>
      api<typeof registerCall>(calls.register, { body: { ...account, role: 'free' } }),
    onSuccess: (user) => {
      signedIn(user);
      toast({
        title: 'Account created!',
        description: `Welcome to ${site}. Check your email to confirm your address.`,
      });
    },
    onError: (error) =>
      void signInFlow().then(({ explainRegistration }) => explainRegistration(error), showFailure),
  });
  const { errors, touchedFields } = formState;
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['username', 'email', 'password']}
      explain={() => null}
      onSubmit={(account) => mutate(account)}
    >
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <NewPasswordFields
        label="Password"
        errors={errors}
        password={register('password', {
          // The rule of the second field compares both.
          onChange: () => touchedFields.confirmPassword && trigger('confirmPassword'),
        })}
        confirmPassword={register('confirmPassword')}
      />
      <SubmitButton label="Register" busyLabel="Registering..." />
    </ValidatedForm>
  );
}

/** Fills in the address with which the visitor has entered, if the field is empty. */
function usePrefilledEmail({ getValues, setValue }: UseFormReturn<Form>): void {
  useEffect(() => {
    const email = storedEmail();
    if (email !== null && !getValues('email')) setValue('email', email);
  }, [getValues, setValue]);
}
