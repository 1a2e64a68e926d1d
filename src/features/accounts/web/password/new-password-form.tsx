import { useForm } from 'react-hook-form';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import type { NewPasswordForm as Form } from '../../contract/form-schemas.ts';
import { accountRules } from '../account-form-rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

interface NewPasswordFormProps {
  username: string;
  label: string;
  pending: boolean;
  error: Error | null;
  /** See `ValidatedForm`. */
  explain(error: Error): string | null;
  onSubmit(password: string): void;
}

/** Shows a form for a new password and its confirmation. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { username, label, pending, error, explain, onSubmit } = props;
  const form = useForm<Form>({
    resolver: accountRules.resolver('newPassword'),
    mode: 'onTouched',
  });
  const { register, formState, trigger } = form;
  const { errors, touchedFields } = formState;
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={pending}
      error={error}
      fields={['password']}
      explain={explain}
      onSubmit={({ password }) => onSubmit(password)}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields
        errors={errors}
        password={register('password', {
          onChange: () => touchedFields.confirmPassword && trigger('confirmPassword'),
        })}
        confirmPassword={register('confirmPassword')}
      />
      <SubmitButton label={label} busyLabel="One moment..." />
    </ValidatedForm>
  );
}
