import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import type { changePassword } from '../../contract/endpoints.ts';
import type { ChangePasswordForm as Form } from '../../contract/form-schemas.ts';
import * as ownCalls from '../../contract/own-account-calls.ts';
import { accountRules } from '../account-form-rules.ts';
import { CurrentPasswordField } from '../password/current-password-field.tsx';
import { NewPasswordFields } from '../password/new-password-fields.tsx';
import { SubmitOrCancel } from '../submit-or-cancel.tsx';
import { accountQuery, sessionsQuery } from './account-queries.ts';

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
  const form = useForm<Form>({
    resolver: accountRules.resolver('changePassword'),
    mode: 'onTouched',
    defaultValues: { currentPassword: '' },
  });
  const { register, formState, trigger } = form;
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ currentPassword, password }: Form) =>
      api<typeof changePassword>(ownCalls.changePassword, { body: { currentPassword, password } }),
    onSuccess: () => {
      void queries.invalidateQueries(accountQuery(api));
      void queries.invalidateQueries(sessionsQuery(api));
      onChanged();
      toast({ title: 'Password changed', description: 'You are logged out on all other devices.' });
    },
  });
  const { errors, touchedFields } = formState;
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['currentPassword', 'password']}
      explain={toastFailure('The password could not be changed')}
      onSubmit={(values) => mutate(values)}
      actions={
        <SubmitOrCancel label={hasPassword ? 'Change password' : 'Set password'} onCancel={onCancel} />
      }
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <CurrentPasswordField
        hasPassword={hasPassword}
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <NewPasswordFields
        errors={errors}
        password={register('password', {
          onChange: () => touchedFields.confirmPassword && trigger('confirmPassword'),
        })}
        confirmPassword={register('confirmPassword')}
      />
    </ValidatedForm>
  );
}
