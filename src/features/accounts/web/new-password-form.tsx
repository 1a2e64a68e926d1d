import { type UseFormSetError, useForm } from 'react-hook-form';
import type { NewPasswordForm as Form } from '../contract.ts';
import { ruledBy } from './form-rules.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { SubmitButton } from './submit-button.tsx';

interface NewPasswordFormProps {
  label: string;
  busy: boolean;
  onSubmit(password: string, setError: UseFormSetError<Form>): void;
}

/** A new password, twice. */
export function NewPasswordForm({ label, busy, onSubmit }: NewPasswordFormProps) {
  const { register, handleSubmit, formState, setError, trigger } = useForm<Form>({
    resolver: ruledBy('newPassword'),
    mode: 'onTouched',
  });
  const { errors, touchedFields } = formState;
  return (
    <form
      method="dialog"
      noValidate
      onSubmit={handleSubmit(({ password }) => busy || onSubmit(password, setError))}
    >
      <NewPasswordFields
        errors={errors}
        password={register('password', {
          onChange: () => touchedFields.confirmPassword && trigger('confirmPassword'),
        })}
        confirmPassword={register('confirmPassword')}
      />
      <SubmitButton label={label} busyLabel="One moment..." busy={busy} />
    </form>
  );
}
