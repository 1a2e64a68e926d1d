import { useMutation } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { toast } from '#platform/design/toast.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Login, login } from '../contract.ts';
import { loginFailure } from './failures.ts';
import { ruledBy } from './form-rules.ts';
import { PasswordField } from './password-field.tsx';
import { showIssues } from './server-issues.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** What was typed; kept by the page, so that it survives a look at the other tab. */
export const useLoginForm = (): UseFormReturn<Login> =>
  // No default values: what was typed or filled in before the script came stays.
  useForm<Login>({ resolver: ruledBy('login'), mode: 'onTouched' });

export function LoginForm({ form }: { form: UseFormReturn<Login> }) {
  const api = useApi();
  const signedIn = useSignedIn();
  const { register, handleSubmit, formState, setError, setFocus } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Login) => api<typeof login>('POST /api/login', { body }),
    onSuccess: (user) => {
      signedIn(user);
      toast({ title: 'Welcome back!', description: `You're now logged in as ${user.username}` });
    },
    onError: (error) => {
      toast({ kind: 'bad', title: 'Login failed', description: loginFailure(error) });
      if (!showIssues(error, setError, ['username', 'password'])) setFocus('password');
    },
  });
  const { errors } = formState;
  return (
    <form method="dialog" noValidate onSubmit={handleSubmit((body) => isPending || mutate(body))}>
      <TextField
        label="Username"
        autoComplete="username"
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
      <SubmitButton label="Login" busyLabel="Logging in..." busy={isPending} />
      <p className="auth-foot">
        <Link href="/forgot-password">Forgotten your password?</Link>
      </p>
    </form>
  );
}
