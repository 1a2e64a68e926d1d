import { useMutation } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { toast } from '#platform/design/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import type { RegisterForm as Form, register as registerCall } from '../contract.ts';
import { registerFailure } from './failures.ts';
import { ruledBy } from './form-rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { showIssues } from './server-issues.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** What was typed; kept by the page, so that it survives a look at the other tab. */
export const useRegisterForm = (): UseFormReturn<Form> =>
  useForm<Form>({ resolver: ruledBy('register'), mode: 'onTouched' });

export function RegisterForm({ form }: { form: UseFormReturn<Form> }) {
  const api = useApi();
  const site = useSettings()('site.title');
  const signedIn = useSignedIn();
  const { register, handleSubmit, formState, setError, trigger } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ confirmPassword: _, ...account }: Form) =>
      api<typeof registerCall>('POST /api/register', { body: { ...account, role: 'free' } }),
    onSuccess: (user) => {
      signedIn(user);
      toast({
        title: 'Account created!',
        description: `Welcome to ${site}. A mail to confirm your address is on its way.`,
      });
    },
    onError: (error) => {
      toast({ kind: 'bad', title: 'Registration failed', description: registerFailure(error) });
      showIssues(error, setError, ['username', 'email', 'password']);
    },
  });
  const { errors, touchedFields } = formState;
  return (
    <form method="dialog" noValidate onSubmit={handleSubmit((account) => isPending || mutate(account))}>
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
          // The second field is judged by this one.
          onChange: () => touchedFields.confirmPassword && trigger('confirmPassword'),
        })}
        confirmPassword={register('confirmPassword')}
      />
      <SubmitButton label="Register" busyLabel="Registering..." busy={isPending} />
    </form>
  );
}
