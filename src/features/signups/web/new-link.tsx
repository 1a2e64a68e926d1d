import { type FormEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { useSite } from '#platform/web/page.ts';
import { CodeForm } from './code-form.tsx';
import { signUpFailure, useRenewLink, useSignUp } from './queries.ts';
import { takeReturnPlace } from './return-place.ts';

/** A new link in one tap: to the address of the old one while the server knows it, else to one that is typed. */
export function NewLink({ token }: { token: string }) {
  const renew = useRenewLink();
  if (renew.isSuccess) return <OnItsWay />;
  // 410: too old to be renewed.
  if (token === '' || (renew.error instanceof ApiError && renew.error.status === 410)) return <AskAgain />;
  return (
    <>
      <button
        className="btn"
        type="button"
        aria-disabled={renew.isPending || undefined}
        onClick={() => {
          if (!renew.isPending) renew.mutate(token);
        }}
      >
        {renew.isPending ? 'One moment' : 'Send a new link'}
      </button>
      {renew.isError ? <Failure error={renew.error} /> : null}
    </>
  );
}

function AskAgain() {
  const signUp = useSignUp();
  const id = useId();
  const { enter } = useSite();
  const [, navigate] = useLocation();
  const onIn = () => navigate(takeReturnPlace(), { replace: true });
  const [known, setKnown] = useState('');
  useEffect(() => setKnown(storedEmail() ?? ''), []);
  if (signUp.isSuccess)
    return (
      <>
        <OnItsWay />
        <CodeForm email={signUp.variables.email} onIn={onIn} />
      </>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    if (signUp.isPending) return;
    signUp.mutate(
      { email, source: 'landing' },
      {
        onSuccess: ({ status }) => {
          // Another address, and a new one: no link is needed.
          if (status === 'granted') {
            enter(email);
            onIn();
          }
        },
      },
    );
  };
  return (
    <form className="new-link" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Email address</label>
        <input
          key={known}
          className="input"
          id={id}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={known}
        />
      </div>
      <button className="btn" type="submit" aria-disabled={signUp.isPending || undefined}>
        {signUp.isPending ? 'One moment' : 'Send a new link'}
      </button>
      {signUp.isError ? <Failure error={signUp.error} /> : null}
    </form>
  );
}

const OnItsWay = () => <p role="status">A new link is on its way. It expires in 15 minutes.</p>;

function Failure({ error }: { error: unknown }) {
  return <ErrorNote role="alert">{signUpFailure(error)}</ErrorNote>;
}
