import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { subscriptionQuery } from '#features/subscriptions/web/queries.ts';
import { isRunning } from '#features/subscriptions/web/subscription-words.ts';
import { Dialog } from '#platform/design/dialog.tsx';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { deleteAccount, User } from '../contract.ts';
import { forgetVisitor } from './forget-visitor.ts';
import { PasswordField } from './password-field.tsx';
import { showIssues } from './server-issues.ts';
import { setSessionUser } from './session-user.ts';

interface DeleteAccountProps {
  user: User;
  hasPassword: boolean;
}

/** The end of an account, after a question and its password. */
export function DeleteAccount({ user, hasPassword }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button className="btn line" type="button" onClick={() => setAsking(true)}>
        Delete account
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete the account “${user.username}”?`}
        alert
      >
        <DeleteForm user={user} hasPassword={hasPassword} onCancel={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function DeleteForm({ user, hasPassword, onCancel }: DeleteAccountProps & { onCancel(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const forget = useId();
  const { data: own } = useQuery(subscriptionQuery(api));
  const offersToForget = user.email !== null && user.emailVerified;
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { password: '', forgetEmail: offersToForget },
  });
  const { errors } = formState;
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { password: string; forgetEmail: boolean }) =>
      api<typeof deleteAccount>('DELETE /api/user', { body }),
    onSuccess: (_, { forgetEmail }) => {
      if (forgetEmail) forgetVisitor();
      navigate('/');
      setSessionUser(queries, null);
      toast({ title: 'Account deleted', description: 'Everything that belonged to it is gone. Go well.' });
    },
    onError: (error) => {
      if (!showIssues(error, setError, ['password']))
        setError('root', {
          message: failureText(error, 'The account could not be deleted. Please try again.'),
        });
    },
  });
  return (
    <form
      className="dialog-form"
      method="post"
      noValidate
      onSubmit={handleSubmit((body) => isPending || mutate(body))}
    >
      <p>
        Your sessions, favorites and everything else that belongs to the account are removed. This action
        cannot be undone.
      </p>
      {isRunning(own?.subscription) ? (
        <p>
          Your subscription is ended at once: nothing more is charged, and what is left of its time is lost.
        </p>
      ) : null}
      {hasPassword ? (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
      ) : null}
      {offersToForget ? (
        <label className="switch" htmlFor={forget}>
          <input id={forget} type="checkbox" {...register('forgetEmail')} />
          Also forget that {user.email} ever entered here
        </label>
      ) : null}
      {errors.root ? <ErrorNote role="alert">{errors.root.message}</ErrorNote> : null}
      <div className="row end">
        <button className="btn line" type="button" onClick={onCancel}>
          Cancel
        </button>
        <button className="btn danger" type="submit" aria-disabled={isPending || undefined}>
          {isPending ? 'One moment...' : 'Delete'}
        </button>
      </div>
    </form>
  );
}
