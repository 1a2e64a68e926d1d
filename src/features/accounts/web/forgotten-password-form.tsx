import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { useApi } from '#platform/web/page.ts';
import type { ForgottenPassword, forgotPassword } from '../contract.ts';
import { ruledBy } from './form-rules.ts';
import { showIssues } from './server-issues.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';

export function ForgottenPasswordForm({ onSent }: { onSent(email: string): void }) {
  const api = useApi();
  const { register, handleSubmit, formState, setError, getValues, setValue } = useForm<ForgottenPassword>({
    resolver: ruledBy('forgottenPassword'),
    mode: 'onTouched',
  });
  useEffect(() => {
    const known = storedEmail();
    if (known && !getValues('email')) setValue('email', known);
  }, [getValues, setValue]);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ForgottenPassword) =>
      api<typeof forgotPassword>('POST /api/password/forgot', { body }),
    onSuccess: (_, { email }) => onSent(email),
    onError: (error) => {
      if (!showIssues(error, setError, ['email']))
        toast({
          kind: 'bad',
          title: 'The mail could not be sent',
          description: failureText(error),
        });
    },
  });
  return (
    <form method="dialog" noValidate onSubmit={handleSubmit((body) => isPending || mutate(body))}>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <SubmitButton label="Send me a link" busyLabel="One moment..." busy={isPending} />
    </form>
  );
}
