import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { TextField } from '#platform/design/form/text-field.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { describeDevice } from '#platform/text/describe-device.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import type { AddPasskeyForm as Form } from '../../contract/passkey-form-schemas.ts';
import { explainOwn } from '../account/explain-own.ts';
import { accountRules } from '../account-form-rules.ts';
import { CurrentPasswordField } from '../password/current-password-field.tsx';
import { SubmitOrCancel } from '../submit-or-cancel.tsx';
import { browserPasskeys } from './browser-passkeys.ts';
import { PASSKEY_ANSWERS } from './passkey-queries.ts';

const FAILED = 'No passkey was added. Please try again.';

interface AddPasskeyFormProps {
  hasPassword: boolean;
  onDone(): void;
}

/** Names a new passkey, then lets the browser create it. */
export function AddPasskeyForm({ hasPassword, onDone }: AddPasskeyFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const form = useForm<Form>({
    resolver: accountRules.resolver('addPasskey'),
    mode: 'onTouched',
    defaultValues: { name: describeDevice(navigator.userAgent), currentPassword: '' },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (values: Form) => (await browserPasskeys()).createPasskey(api, values),
    onSuccess: ({ name }) => {
      onDone();
      toast({ title: 'Passkey added', description: `You can now log in with “${name}”.` });
    },
    // After an error too, because the response to a stored passkey may be lost.
    onSettled: () => queries.invalidateQueries(PASSKEY_ANSWERS),
  });
  // In Firefox, the browser's request stays open beside the page, and a later touch would answer it.
  useEffect(() => () => browserPasskeys.loaded()?.cancelCeremony(), []);
  return (
    <ValidatedForm
      form={form}
      rules={accountRules}
      pending={isPending}
      error={error}
      fields={['name', 'currentPassword']}
      explain={(failure) =>
        failure instanceof ApiError
          ? explainOwn(FAILED)(failure)
          : (browserPasskeys.loaded()?.passkeyFailure(failure, FAILED) ?? FAILED)
      }
      onSubmit={(values) => mutate(values)}
      actions={
        <SubmitOrCancel label="Add passkey" busyLabel="Waiting for your device..." onCancel={onDone} />
      }
    >
      <TextField
        label="Name of the passkey"
        hint="It tells your passkeys apart."
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <CurrentPasswordField
        hasPassword={hasPassword}
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
    </ValidatedForm>
  );
}
