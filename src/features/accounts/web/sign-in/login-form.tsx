import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { login } from '../../contract/endpoints.ts';
import type { Login } from '../../contract/form-schemas.ts';
import type { User } from '../../contract/schemas.ts';
import { accountRules } from '../account-form-rules.ts';
import { CardFooter } from '../auth-card.tsx';
import { PasswordField } from '../password/password-field.tsx';
import { showFailure, signInFlow, usePasskeySignIn } from './use-passkey-sign-in.ts';
import { useSignedIn } from './use-signed-in.ts';

/** State of the login form. The page holds it, so that typed text survives a change of tabs. */
export const useLoginForm = (): UseFormReturn<Login> =>
  // No default values, because they would replace text typed or filled in before hydration.
  useForm<Login>({ resolver: accountRules.resolver('login'), mode: 'onTouched' });

export function LoginForm({ form }: { form: UseFormReturn<Login> }) {
  const api = useApi();
  const signedIn = useSignedIn();
  const { register, formState, setFocus } = form;
  const [step, setStep] = useState<ReactNode>(null);
  const welcome = (user: User) => {
    signedIn(user);
    toast({ title: 'Welcome back!', description: `You're now logged in as ${user.username}` });
  };
  const askForPasskey = usePasskeySignIn(welcome);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Login) => api<typeof login>(calls.login, { body }),
    onSuccess: welcome,
    onError: (error, body) =>
      void signInFlow().then(
        ({ explainLogin }) => explainLogin(error, body, { show: setStep, onSignedIn: welcome }),
        showFailure,
      ),
  });
  const { errors } = formState;
  if (step) return step;
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['username', 'password']}
      explain={() => {
        setFocus('password');
        return null;
      }}
      onSubmit={(body) => mutate(body)}
    >
      <TextField
        label="Username"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <SubmitButton label="Login" busyLabel="Logging in..." />
      <button className="btn line wide" type="button" onClick={askForPasskey}>
        Use a passkey
      </button>
      <CardFooter>
        <Link href="/forgot-password">Forgot your password?</Link>
      </CardFooter>
    </ValidatedForm>
  );
}
