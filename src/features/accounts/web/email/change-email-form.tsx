import { useForm } from 'react-hook-form';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { ChangeEmailForm as Form } from '../../contract/form-schemas.ts';
import type { User } from '../../contract/schemas.ts';
import { accountRules } from '../account-form-rules.ts';
import { CurrentPasswordField } from '../password/current-password-field.tsx';
import { SubmitOrCancel } from '../submit-or-cancel.tsx';
import { useProveEmail } from './use-prove-email.ts';

interface ChangeEmailFormProps {
  hasPassword: boolean;
  /** `proven`: see {@link useProveEmail}. */
  onAsked(email: string, proven: User | undefined): void;
  onCancel(): void;
}

const HINT =
  'We will send a link and a code to this address. ' +
  'Your current email stays until you confirm the new one.';

/**
 * Shows a form that mails a link and a code to another address. Once proven, that replaces the present one.
 */
export function ChangeEmailForm({ hasPassword, onAsked, onCancel }: ChangeEmailFormProps) {
  const prove = useProveEmail();
  const form = useForm<Form>({
    resolver: accountRules.resolver('changeEmail'),
    mode: 'onTouched',
    defaultValues: { currentPassword: '' },
  });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={prove.isPending}
      error={prove.error}
      fields={['email', 'currentPassword']}
      explain={toastFailure('The email could not be sent')}
      onSubmit={(body) => prove.mutate(body, { onSuccess: (proven) => onAsked(body.email, proven) })}
      actions={<SubmitOrCancel label="Send the link" onCancel={onCancel} />}
    >
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        hint={HINT}
        error={errors.email?.message}
        {...register('email')}
      />
      <CurrentPasswordField
        hasPassword={hasPassword}
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
    </ValidatedForm>
  );
}
