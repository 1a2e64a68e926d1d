import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { subscriptionQuery } from '#features/subscriptions/web/queries.ts';
import { isRunning } from '#features/subscriptions/web/subscription-words.ts';
import { Dialog } from '#platform/design/dialog.tsx';
import { toast } from '#platform/design/toast.tsx';
import { ApiError, failureText } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { deleteAccount, User } from '../contract.ts';
import { reasonOf } from './failures.ts';
import { forgetVisitor } from './forget-visitor.ts';
import { PasswordField } from './password-field.tsx';
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
        title={`Delete the account ${user.username}`}
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { password: string; forgetEmail: boolean }) =>
      api<typeof deleteAccount>('DELETE /api/user', { body }),
    onSuccess: (_, { forgetEmail }) => {
      if (forgetEmail) forgetVisitor();
      navigate('/');
      setSessionUser(queries, null);
      toast({ title: 'Account deleted', description: 'Everything that belonged to it is gone. Go well.' });
    },
  });
  const wrongPassword = error instanceof ApiError && error.issues.some(({ path }) => path === 'password');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    mutate({ password: String(form.get('password') ?? ''), forgetEmail: form.get('forget') === 'on' });
  };
  return (
    <form className="dialog-form" method="post" onSubmit={submit}>
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
          name="password"
          autoComplete="current-password"
          required
          error={wrongPassword ? reasonOf(error) : undefined}
        />
      ) : null}
      {user.email !== null && user.emailVerified ? (
        <label className="switch" htmlFor={forget}>
          <input id={forget} type="checkbox" name="forget" defaultChecked />
          Also forget that {user.email} ever entered here
        </label>
      ) : null}
      {error && !wrongPassword ? (
        <p className="err" role="alert">
          {failureText(error, 'The account could not be deleted. Please try again.')}
        </p>
      ) : null}
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
