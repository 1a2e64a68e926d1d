import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import { toast } from '#platform/design/toast.tsx';
import { ApiError, failureText } from '#platform/web/api-client.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { User } from '../contract.ts';
import { reasonOf } from './failures.ts';
import { accountQuery, userQuery } from './queries.ts';
import { QuietCard } from './quiet-card.tsx';
import { authHref } from './return-to.ts';
import { useFragmentToken } from './use-fragment-token.ts';
import { useProveEmail, useVerifyEmail, waitingAddress } from './use-prove-email.ts';

const PATH = '/verify-email';

/** Survives the detour over the login within this tab; the address bar then has it no more. */
let carried: string | null = null;

/**
 * /verify-email#token=…: one press confirms the address. It takes a session of the account that asked, so that nobody
 * lends their address to a stranger by pressing a link.
 */
export function Page() {
  const { data: user } = useQuery(userQuery(useApi()));
  const inAddress = useFragmentToken();
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    if (inAddress === undefined) return;
    carried = inAddress ?? carried;
    setToken(carried);
  }, [inAddress]);

  if (token === undefined || user === undefined)
    return (
      <QuietCard title="Confirm your address" path={PATH}>
        <Spinner />
      </QuietCard>
    );
  if (token === null)
    return (
      <QuietCard title="This link is not complete" path={PATH}>
        <p role="alert">The address is missing its key. Perhaps it was cut when it was copied.</p>
        {user ? <WayOn user={user} /> : <LoginLink />}
      </QuietCard>
    );
  if (!user)
    return (
      <QuietCard title="Confirm your address" path={PATH}>
        <p>Log in to the account that this address is for, and you come back here.</p>
        <LoginLink />
        <p className="hint">You made no account? Then leave it. Nobody can use your address without you.</p>
      </QuietCard>
    );
  return <Confirm token={token} user={user} />;
}

const LoginLink = () => (
  <Link className="btn wide" href={authHref(PATH)}>
    Login
  </Link>
);

function Confirm({ token, user }: { token: string; user: User }) {
  const [, navigate] = useLocation();
  const verify = useVerifyEmail((proven) => {
    carried = null;
    navigate('/account', { replace: true });
    toast({ title: 'Address confirmed', description: `${proven.email} is yours here from now on.` });
  });
  const status = verify.error instanceof ApiError ? verify.error.status : 0;
  if (status === 410 || status === 400)
    return (
      <QuietCard title="This link does not open any more" path={PATH}>
        <p role="alert">{reasonOf(verify.error)}</p>
        <WayOn user={user} />
      </QuietCard>
    );
  return (
    <QuietCard title="Confirm your address" path={PATH}>
      <p>One press, and the address is yours at the account {user.username}. The link works once.</p>
      <button
        className="btn wide"
        type="button"
        aria-disabled={verify.isPending || undefined}
        onClick={() => verify.isPending || verify.mutate({ token })}
      >
        {verify.isPending ? 'One moment...' : 'Confirm this address'}
      </button>
      {verify.isError ? (
        <ErrorNote role="alert">
          {failureText(verify.error, 'The address could not be confirmed. Please try again.')}
        </ErrorNote>
      ) : null}
    </QuietCard>
  );
}

/** A new link where an address waits for one; where none does, the account, at which one is asked for. */
function WayOn({ user }: { user: User }) {
  const { data: account, isError } = useQuery(accountQuery(useApi()));
  if (!account && !isError) return <Spinner />;
  const email = account ? waitingAddress(user, account) : null;
  if (email === null)
    return (
      <Link className="btn wide" href="/account">
        Go to your account
      </Link>
    );
  return (
    <>
      <NewLink email={email} />
      <p className="auth-foot">
        <Link href="/account">Go to your account</Link>
      </p>
    </>
  );
}

/** A new link in one press. */
function NewLink({ email }: { email: string }) {
  const prove = useProveEmail();
  if (prove.isSuccess) return <p role="status">A new link is on its way to {email}.</p>;
  return (
    <>
      <p className="hint">
        It goes to <span className="whole">{email}</span>.
      </p>
      <button
        className="btn wide"
        type="button"
        aria-disabled={prove.isPending || undefined}
        onClick={() => prove.isPending || prove.mutate({ email })}
      >
        Send a new link
      </button>
      {prove.isError ? (
        <ErrorNote role="alert">
          {failureText(prove.error, 'The mail could not be sent. Please try again.')}
        </ErrorNote>
      ) : null}
    </>
  );
}
