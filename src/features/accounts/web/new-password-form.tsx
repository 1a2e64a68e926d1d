import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormSetError, useForm } from 'react-hook-form';
import { NewPasswordForm as Form } from '../contract.ts';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';

interface NewPasswordFormProps {
  label: string;
  busy: boolean;
  onSubmit(password: string, setError: UseFormSetError<Form>): void;
}

/** A new password, twice. */
export function NewPasswordForm({ label, busy, onSubmit }: NewPasswordFormProps) {
  const { register, handleSubmit, formState, setError, trigger } = useForm<Form>({
    resolver: zodResolver(Form),
    mode: 'onTouched',
  });
  const { errors, touchedFields } = formState;
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit(({ password }) => busy || onSubmit(password, setError))}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        error={errors.password?.message}
        {...register('password', {
          onChange: () => touchedFields.confirmPassword && trigger('confirmPassword'),
        })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton label={label} busyLabel="One moment..." busy={busy} />
    </form>
  );
}
