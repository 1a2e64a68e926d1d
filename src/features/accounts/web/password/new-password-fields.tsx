import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from './password-field.tsx';

interface NewPasswordFieldsProps {
  label?: string;
  errors: { password?: FieldError; confirmPassword?: FieldError };
  password: UseFormRegisterReturn;
  confirmPassword: UseFormRegisterReturn;
}

/** Shows fields for a new password and its confirmation. */
export function NewPasswordFields({
  label = 'New password',
  errors,
  password,
  confirmPassword,
}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        error={errors.password?.message}
        {...password}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...confirmPassword}
      />
    </>
  );
}
