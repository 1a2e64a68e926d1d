import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { failureText, hasCode } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { User } from '../../contract/schemas.ts';
import { reasonOf } from '../failures.ts';
import { NoticeCard } from '../notice-card.tsx';
import { userQuery } from '../session/queries.ts';
import { authHref } from '../sign-in/return-to.ts';
import { NewEmailLink } from './new-email-link.tsx';
import { useFragmentValue } from './use-fragment-value.ts';
import { toastConfirmed, useVerifyEmail } from './use-prove-email.ts';

const PATH = '/verify-email';

/** The link's token during a login in this tab, because the way back from the login has no fragment. */
let savedToken: string | null = null;

/**
 * `/verify-email#token=…`: a button proves the address, because mail scanners open links too. It requires a
 * session of the account that requested the mail. Otherwise an opened link could prove the address for a
 * stranger's account.
 */
export function Page() {
  const { data: user } = useQuery(userQuery(useApi()));
  const fragmentToken = useFragmentValue('token');
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    if (fragmentToken === undefined) return;
    savedToken = fragmentToken ?? savedToken;
    setToken(savedToken);
  }, [fragmentToken]);

  if (token === undefined || user === undefined)
    return (
      <NoticeCard title="Confirm your email" path={PATH}>
        <Spinner />
      </NoticeCard>
    );
  if (token === null)
    return (
      <NoticeCard title="This link is incomplete" path={PATH}>
        <p role="alert">
          Part of the link is missing. Open the link in the email again, or ask for a new one.
        </p>
        {user ? <NewEmailLink user={user} /> : <LoginLink />}
      </NoticeCard>
    );
  if (!user)
    return (
      <NoticeCard title="Confirm your email" path={PATH}>
        <p>Log in to your account first. Then you can confirm your email here.</p>
        <LoginLink />
        <p className="hint">
          If you did not create an account, you can ignore the email. Your address stays unconfirmed.
        </p>
      </NoticeCard>
    );
  // Another link opened in the same tab changes only the fragment.
  return <Confirm key={token} token={token} user={user} />;
}

const LoginLink = () => (
  <Link className="btn wide" href={authHref(PATH)}>
    Login
  </Link>
);

function Confirm({ token, user }: { token: string; user: User }) {
  const [, navigate] = useLocation();
  const verify = useVerifyEmail((proven) => {
    savedToken = null;
    navigate('/account', { replace: true });
    toastConfirmed(proven);
  });
  if (hasCode(verify.error, 'link-expired', 'invalid-input'))
    return (
      <NoticeCard title="This link no longer works" path={PATH}>
        <p role="alert">{reasonOf(verify.error)}</p>
        <NewEmailLink user={user} />
      </NoticeCard>
    );
  return (
    <NoticeCard title="Confirm your email" path={PATH}>
      <p>Confirm this email for your account {user.username}. The link works once.</p>
      <button
        className="btn wide"
        type="button"
        aria-disabled={verify.isPending || undefined}
        onClick={() => verify.isPending || verify.mutate({ token })}
      >
        {verify.isPending ? 'One moment...' : 'Confirm email'}
      </button>
      {verify.isError ? (
        <ErrorNote role="alert">
          {failureText(verify.error, 'The email could not be confirmed. Please try again.')}
        </ErrorNote>
      ) : null}
    </NoticeCard>
  );
}
