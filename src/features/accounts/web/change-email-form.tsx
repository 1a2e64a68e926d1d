import { useForm } from 'react-hook-form';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import type { ChangeEmailForm as Form } from '../contract.ts';
import { ruledBy } from './form-rules.ts';
import { PasswordField } from './password-field.tsx';
import { showIssues } from './server-issues.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { useProveEmail } from './use-prove-email.ts';

interface ChangeEmailFormProps {
  hasPassword: boolean;
  onAsked(email: string): void;
  onCancel(): void;
}

/** Asks for another address, which takes the place of the present one once it is proven. */
export function ChangeEmailForm({ hasPassword, onAsked, onCancel }: ChangeEmailFormProps) {
  const prove = useProveEmail();
  const { register, handleSubmit, formState, setError } = useForm<Form>({
    resolver: ruledBy('changeEmail'),
    mode: 'onTouched',
    defaultValues: { currentPassword: '' },
  });
  const { errors } = formState;
  const submit = (body: Form) =>
    prove.mutate(body, {
      onSuccess: () => onAsked(body.email),
      onError: (error) => {
        if (!showIssues(error, setError, ['email', 'currentPassword']))
          toast({
            kind: 'bad',
            title: 'The mail could not be sent',
            description: failureText(error),
          });
      },
    });
  return (
    <form method="dialog" noValidate onSubmit={handleSubmit((body) => prove.isPending || submit(body))}>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        hint="We send a link and a code to it. Until one of them is used, your present address stays."
        error={errors.email?.message}
        {...register('email')}
      />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      ) : null}
      <div className="row">
        <SubmitButton
          label="Send the link"
          busyLabel="One moment..."
          busy={prove.isPending}
          className="btn"
        />
        <button className="btn line" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
