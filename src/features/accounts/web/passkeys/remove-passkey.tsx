import { useForm } from 'react-hook-form';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/passkey-calls.ts';
import type { removePasskey } from '../../contract/passkey-endpoints.ts';
import type { PasskeyEntry } from '../../contract/passkey-schemas.ts';
import { explainOwn } from '../account/explain-own.ts';
import { CurrentPasswordField } from '../password/current-password-field.tsx';
import { forgetPasskey } from './forget-passkey.ts';
import { usePasskeyChange } from './use-passkey-change.ts';

interface RemovePasskeyProps {
  passkey: PasskeyEntry;
  hasPassword: boolean;
  onClose(): void;
}

/** Shows a form that removes a passkey after a confirmation with the password. */
export function RemovePasskey({ passkey, hasPassword, onClose }: RemovePasskeyProps) {
  const api = useApi();
  const form = useForm({ defaultValues: { currentPassword: '' } });
  const { mutate, isPending, error } = usePasskeyChange(
    (body: { currentPassword: string }) =>
      api<typeof removePasskey>(calls.removePasskey, { params: { id: passkey.id }, body }),
    () => {
      forgetPasskey(passkey.credentialId);
      onClose();
      toast({ title: 'Passkey removed', description: `“${passkey.name}” no longer logs in here.` });
    },
  );
  return (
    <ValidatedForm
      className="dialog-form"
      form={form}
      pending={isPending}
      error={error}
      fields={['currentPassword']}
      explain={explainOwn('The passkey could not be removed. Please try again.')}
      onSubmit={(body) => mutate(body)}
      actions={
        <div className="row end">
          <button className="btn line" type="button" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Remove" busyLabel="One moment..." className="btn danger" />
        </div>
      }
    >
      <p>It will no longer log in to your account. Delete it on your device too.</p>
      <CurrentPasswordField
        hasPassword={hasPassword}
        error={form.formState.errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
    </ValidatedForm>
  );
}
