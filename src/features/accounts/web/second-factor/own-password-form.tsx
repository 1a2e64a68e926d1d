import { useForm } from 'react-hook-form';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { explainOwn } from '../account/explain-own.ts';
import { CurrentPasswordField } from '../password/current-password-field.tsx';
import { SubmitOrCancel } from '../submit-or-cancel.tsx';

interface OwnPasswordFormProps {
  label: string;
  hasPassword: boolean;
  pending: boolean;
  error: Error | null;
  onSubmit(body: { currentPassword: string }): void;
  onCancel(): void;
}

/** Shows a form for the current password before a change of the second factor. */
export function OwnPasswordForm(props: OwnPasswordFormProps) {
  const { label, hasPassword, pending, error, onSubmit, onCancel } = props;
  const form = useForm({ defaultValues: { currentPassword: '' } });
  return (
    <ValidatedForm
      form={form}
      pending={pending}
      error={error}
      fields={['currentPassword']}
      explain={explainOwn()}
      onSubmit={onSubmit}
      actions={<SubmitOrCancel label={label} onCancel={onCancel} />}
    >
      <CurrentPasswordField
        hasPassword={hasPassword}
        error={form.formState.errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
    </ValidatedForm>
  );
}
