import { useForm } from 'react-hook-form';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/passkey-calls.ts';
import type { renamePasskey } from '../../contract/passkey-endpoints.ts';
import type { RenamePasskeyForm as Form } from '../../contract/passkey-form-schemas.ts';
import type { PasskeyEntry } from '../../contract/passkey-schemas.ts';
import { explainOwn } from '../account/explain-own.ts';
import { accountRules } from '../account-form-rules.ts';
import { SubmitOrCancel } from '../submit-or-cancel.tsx';
import { usePasskeyChange } from './use-passkey-change.ts';

/** Shows a form for another name of a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: PasskeyEntry; onClose(): void }) {
  const api = useApi();
  const form = useForm<Form>({
    resolver: accountRules.resolver('renamePasskey'),
    defaultValues: { name: passkey.name },
  });
  const { mutate, isPending, error } = usePasskeyChange(
    (body: Form) => api<typeof renamePasskey>(calls.renamePasskey, { params: { id: passkey.id }, body }),
    ({ name }) => {
      onClose();
      toast({ title: 'Passkey renamed', description: `It is now “${name}”.` });
    },
  );
  return (
    <ValidatedForm
      className="dialog-form"
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['name']}
      explain={explainOwn('The passkey could not be renamed. Please try again.')}
      onSubmit={(body) => mutate(body)}
      actions={<SubmitOrCancel label="Rename" onCancel={onClose} />}
    >
      <TextField
        label="Name of the passkey"
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </ValidatedForm>
  );
}
