import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/passkey-calls.ts';
import type { removePasskey } from '../../contract/passkey-endpoints.ts';
import type { PasskeyEntry } from '../../contract/passkey-schemas.ts';
import { RowButton } from '../account/account-rows.tsx';
import { CurrentPasswordField } from '../password/current-password-field.tsx';
import { forgetPasskey } from './forget-passkey.ts';
import { PASSKEY_ANSWERS } from './passkey-queries.ts';

interface RemovePasskeyProps {
  passkey: PasskeyEntry;
  hasPassword: boolean;
}

/** Removes a passkey after a confirmation with the password. */
export function RemovePasskey({ passkey, hasPassword }: RemovePasskeyProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <RowButton aria-label={`Remove ${passkey.name}`} onClick={() => setAsking(true)}>
        Remove
      </RowButton>
      <Dialog open={asking} onClose={close} title={`Remove the passkey “${passkey.name}”?`} alert>
        <RemoveForm passkey={passkey} hasPassword={hasPassword} onClose={close} />
      </Dialog>
    </>
  );
}

function RemoveForm({ passkey, hasPassword, onClose }: RemovePasskeyProps & { onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { currentPassword: '' } });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { currentPassword: string }) =>
      api<typeof removePasskey>(calls.removePasskey, { params: { id: passkey.id }, body }),
    onSuccess: () => {
      forgetPasskey(passkey.credentialId);
      onClose();
      toast({ title: 'Passkey removed', description: `“${passkey.name}” no longer logs in here.` });
    },
    // After an error too: another tab, or a press whose response was lost, may have removed it.
    onSettled: () => queries.invalidateQueries(PASSKEY_ANSWERS),
  });
  return (
    <ValidatedForm
      className="dialog-form"
      form={form}
      pending={isPending}
      error={error}
      fields={['currentPassword']}
      explain={(failure) => failureText(failure, 'The passkey could not be removed. Please try again.')}
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
