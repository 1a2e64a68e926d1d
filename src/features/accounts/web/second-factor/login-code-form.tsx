import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { login as loginCall } from '../../contract/endpoints.ts';
import type { Login } from '../../contract/form-schemas.ts';
import type { User } from '../../contract/schemas.ts';
import type { SecondFactorForm } from '../../contract/second-factor-form-schemas.ts';
import { accountRules } from '../account-form-rules.ts';

interface LoginCodeFormProps {
  /** The right name and password. */
  login: Login;
  onSignedIn(user: User): void;
  onBack(): void;
}

/** Shows the second step of a login: a code from the app, or a recovery code. */
export function LoginCodeForm({ login, onSignedIn, onBack }: LoginCodeFormProps) {
  const api = useApi();
  const form = useForm<SecondFactorForm>({
    resolver: accountRules.resolver('secondFactor'),
    defaultValues: { code: '' },
  });
  const { formState, register, setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ code }: SecondFactorForm) =>
      api<typeof loginCall>(calls.login, { body: { ...login, code } }),
    onSuccess: onSignedIn,
  });
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['code']}
      explain={(failure) => failureText(failure)}
      onSubmit={(values) => mutate(values)}
    >
      <TextField
        label="Code from your app"
        hint="Without your app, use a recovery code. Whoever runs the site can reset lost ones."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <SubmitButton label="Login" busyLabel="Logging in..." />
      <button className="btn line wide" type="button" onClick={onBack}>
        Back
      </button>
    </ValidatedForm>
  );
}
