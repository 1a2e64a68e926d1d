import type { UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from './password-field.tsx';

interface CurrentPasswordFieldProps extends UseFormRegisterReturn {
  hasPassword: boolean;
  label?: string;
  error: string | undefined;
}

/** Shows a field for the current password, which confirms a change. Nothing for an account without one. */
export const CurrentPasswordField = ({
  hasPassword,
  label = 'Current password',
  ...field
}: CurrentPasswordFieldProps) =>
  hasPassword ? <PasswordField label={label} autoComplete="current-password" {...field} /> : null;
