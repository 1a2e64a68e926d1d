import type { UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from './password-field.tsx';

interface CurrentPasswordFieldProps extends UseFormRegisterReturn {
  hasPassword: boolean;
  label?: string;
  error: string | undefined;
}

/** Asks for the current password, which confirms a change. Empty for an account without a password. */
export const CurrentPasswordField = ({
  hasPassword,
  label = 'Current password',
  ...field
}: CurrentPasswordFieldProps) =>
  hasPassword ? <PasswordField label={label} autoComplete="current-password" {...field} /> : null;
