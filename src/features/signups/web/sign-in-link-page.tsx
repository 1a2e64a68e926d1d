import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Icon } from '#platform/design/icon.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { Head } from '#platform/web/head.tsx';
import { useSite } from '#platform/web/page.ts';
import { signUpFailure, useSignUp, useVerify } from './queries.ts';

/**
 * Where a sign-in link leads. Opening it redeems nothing, because mail scanners open links too: the person presses one
 * button. The token stands in the fragment, out of logs, and leaves the address once it has been used.
 */
export function Page() {
  const site = useSettings()('site.title');
  const verify = useVerify();
  const queries = useQueryClient();
  const { enter } = useSite();
  const [, navigate] = useLocation();
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(new URLSearchParams(location.hash.slice(1)).get('token') ?? ''), []);

  const redeem = () => {
    verify.mutate(
      { token: token ?? '' },
      {
        onSuccess: async ({ email }) => {
          await queries.resetQueries();
          navigate('/app', { replace: true });
          enter(email);
        },
      },
    );
  };

  const head = (
    <Head title="Sign in" siteTitle={site} description="Your way back in." path="/sign-in" noIndex />
  );
  const refused = verify.error instanceof ApiError && verify.error.status < 500 ? verify.error : null;
  if (token === '' || refused)
    return (
      <Quiet
        head={head}
        title={refused?.status === 403 ? 'Access withdrawn' : 'This link does not open any more'}
      >
        <p>{refused?.reason ?? 'The address is missing its key. Perhaps it was cut when it was copied.'}</p>
        {refused?.status === 403 ? null : <NewLink />}
      </Quiet>
    );
  return (
    <Quiet head={head} title="Welcome back">
      <p>One tap, and you are in. The link works once.</p>
      <button className="btn" type="button" disabled={verify.isPending || token === null} onClick={redeem}>
        {verify.isPending ? 'One moment' : `Continue to ${site}`}
      </button>
      {verify.isError ? (
        <p className="err" role="alert">
          <Icon name="alert" />
          Something went wrong on the way. Please try again.
        </p>
      ) : null}
    </Quiet>
  );
}

function Quiet({ head, title, children }: { head: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="wrap calm link-page">
      {head}
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** A new link in one tap where the browser knows the address, else after typing it. */
function NewLink() {
  const signUp = useSignUp();
  const field = useId();
  const [known, setKnown] = useState<string | null>(null);
  useEffect(() => setKnown(storedEmail()), []);
  if (signUp.isSuccess) return <p role="status">A new link is on its way. It expires in 15 minutes.</p>;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email') ?? '');
    signUp.mutate({ email, source: 'landing' });
  };
  return (
    <form className="new-link" onSubmit={submit}>
      {known === null ? (
        <div className="field">
          <label htmlFor={field}>Email address</label>
          <input className="input" id={field} name="email" type="email" required autoComplete="email" />
        </div>
      ) : (
        <input type="hidden" name="email" value={known} />
      )}
      <button className="btn" type="submit" disabled={signUp.isPending}>
        {signUp.isPending ? 'One moment' : 'Send a new link'}
      </button>
      {signUp.isError ? (
        <p className="err" role="alert">
          <Icon name="alert" />
          {signUpFailure(signUp.error)}
        </p>
      ) : null}
    </form>
  );
}
