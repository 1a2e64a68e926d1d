import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { changePassword, ChangePasswordForm as Form } from '../contract.ts';
import { ruledBy } from './form-rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { accountQuery, sessionsQuery } from './queries.ts';
import { showIssues } from './server-issues.ts';
import { SubmitButton } from './submit-button.tsx';

interface ChangePasswordFormProps {
  username: string;
  hasPassword: boolean;
  onChanged(): void;
  onCancel(): void;
}

export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { username, hasPassword, onChanged, onCancel } = props;
  const api = useApi();
  const queries = useQueryClient();
  const { register, handleSubmit, formState, setError, trigger } = useForm<Form>({
    resolver: ruledBy('changePassword'),
    mode: 'onTouched',
    defaultValues: { currentPassword: '' },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: ({ currentPassword, password }: Form) =>
      api<typeof changePassword>('PUT /api/user/password', { body: { currentPassword, password } }),
    onSuccess: () => {
      void queries.invalidateQueries(accountQuery(api));
      void queries.invalidateQueries(sessionsQuery(api));
      onChanged();
      toast({ title: 'Password changed', description: 'Every other device was signed out.' });
    },
    onError: (error) => {
      if (!showIssues(error, setError, ['currentPassword', 'password']))
        toast({
          kind: 'bad',
          title: 'The password could not be changed',
          description: failureText(error),
        });
    },
  });
  const { errors, touchedFields } = formState;
  return (
    <form method="dialog" noValidate onSubmit={handleSubmit((form) => isPending || mutate(form))}>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      ) : null}
      <NewPasswordFields
        errors={errors}
        password={register('password', {
          onChange: () => touchedFields.confirmPassword && trigger('confirmPassword'),
        })}
        confirmPassword={register('confirmPassword')}
      />
      <div className="row">
        <SubmitButton
          label={hasPassword ? 'Change password' : 'Set password'}
          busyLabel="One moment..."
          busy={isPending}
          className="btn"
        />
        <button className="btn line" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
