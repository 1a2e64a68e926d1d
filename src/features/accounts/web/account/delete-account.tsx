import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { useSite } from '#platform/web/page.ts';
import type { deleteAccount } from '../../contract/endpoints.ts';
import * as ownCalls from '../../contract/own-account-calls.ts';
import type { User } from '../../contract/schemas.ts';
import { forgetPasskey } from '../passkeys/forget-passkey.ts';
import { passkeysQuery } from '../passkeys/passkey-queries.ts';
import { CurrentPasswordField } from '../password/current-password-field.tsx';
import { forgetVisitor } from '../session/forget-visitor.ts';
import { showSignedOut } from '../session/show-signed-out.ts';
import * as css from './delete-account.module.css';
import { explainOwn } from './explain-own.ts';

interface DeleteAccountProps {
  user: User;
  hasPassword: boolean;
  warning: ReactNode;
}

/** Deletes the account after a confirmation with its password. */
export function DeleteAccount(props: DeleteAccountProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button className="btn line" type="button" onClick={() => setAsking(true)}>
        Delete account
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete the account “${props.user.username}”?`}
        alert
      >
        <DeleteForm {...props} onCancel={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function DeleteForm({ user, hasPassword, warning, onCancel }: DeleteAccountProps & { onCancel(): void }) {
  const { api, leave } = useSite();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const forgetId = useId();
  const offersToForget = user.email !== null && user.emailVerified;
  const form = useForm({
    defaultValues: { password: '', forgetEmail: offersToForget },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { password: string; forgetEmail: boolean }) =>
      api<typeof deleteAccount>(ownCalls.deleteAccount, { body }),
    onSuccess: (_, { forgetEmail }) => {
      if (forgetEmail) {
        forgetVisitor();
        leave();
      }
      for (const { credentialId } of queries.getQueryData(passkeysQuery(api).queryKey) ?? [])
        forgetPasskey(credentialId);
      showSignedOut(queries, navigate);
      toast({ title: 'Account deleted', description: 'Your account and your data are gone. Take care.' });
    },
  });
  return (
    <ValidatedForm
      className="dialog-form"
      form={form}
      pending={isPending}
      error={error}
      fields={['password']}
      explain={explainOwn('The account could not be deleted. Please try again.')}
      onSubmit={(body) => mutate(body)}
      actions={
        <div className="row end">
          <button className="btn line" type="button" onClick={onCancel}>
            Cancel
          </button>
          <SubmitButton label="Delete" busyLabel="One moment..." className="btn danger" />
        </div>
      }
    >
      <div className={css.losses}>
        <p>
          This deletes your account, your favorites and everything else in it. This action cannot be undone.
        </p>
        {warning}
      </div>
      <CurrentPasswordField
        hasPassword={hasPassword}
        label="Password"
        error={errors.password?.message}
        {...register('password')}
      />
      {offersToForget ? (
        <label className="switch" htmlFor={forgetId}>
          <input id={forgetId} type="checkbox" {...register('forgetEmail')} />
          Also delete {user.email} from the email signups
        </label>
      ) : null}
    </ValidatedForm>
  );
}
