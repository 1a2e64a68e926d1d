import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { subscriptionQuery } from '#features/subscriptions/web/queries.ts';
import { SubscriptionSection } from '#features/subscriptions/web/subscription-section.tsx';
import { Mark } from '#platform/design/mark.tsx';
import { PageSpinner } from '#platform/design/spinner.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import type { User } from '../contract.ts';
import { DeleteAccount } from './delete-account.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { accountQuery, sessionsQuery, userQuery } from './queries.ts';
import { authHref } from './return-to.ts';
import { SessionsSection } from './sessions-section.tsx';

const PATH = '/account';

export async function load({ api, queries }: LoadContext): Promise<LoadResult> {
  const user = await queries.fetchQuery(userQuery(api));
  if (!user) return { redirect: authHref(PATH) };
  await Promise.all([
    queries.fetchQuery(accountQuery(api)),
    queries.fetchQuery(sessionsQuery(api)),
    queries.prefetchQuery(subscriptionQuery(api)),
  ]);
  return undefined;
}

/** /account: one's own account, for whoever is signed in. */
export function Page() {
  const { data: user } = useQuery(userQuery(useApi()));
  const [, navigate] = useLocation();
  const signedOut = user === null;
  useEffect(() => {
    if (signedOut) navigate(authHref(PATH), { replace: true });
  }, [signedOut, navigate]);
  return (
    <div className="wrap account">
      <Head title="Your Account" path={PATH} noIndex />
      <div className="head">
        <h1>Your Account</h1>
      </div>
      {user ? <Sections user={user} /> : <PageSpinner />}
    </div>
  );
}

const ROLES = { free: 'Free account', subscriber: 'Subscriber', admin: 'Administrator' };

function Sections({ user }: { user: User }) {
  const { data: account, isError, refetch } = useQuery(accountQuery(useApi()));
  if (isError)
    return (
      <div className="calm" role="alert">
        <Mark />
        <h2>Your account could not be loaded</h2>
        <p>Please try again later.</p>
        <button className="btn line" type="button" onClick={() => void refetch()}>
          Try Again
        </button>
      </div>
    );
  if (!account) return <PageSpinner />;
  return (
    <div className="account-sections">
      <section aria-labelledby="profile-title">
        <h2 id="profile-title">Profile</h2>
        <p className="row">
          <b>{user.username}</b>
          <span className="badge plain">{ROLES[user.role]}</span>
        </p>
      </section>
      <SubscriptionSection user={user} />
      <EmailSection user={user} account={account} />
      <PasswordSection user={user} account={account} />
      <SessionsSection />
      <section aria-labelledby="data-title">
        <h2 id="data-title">Your data</h2>
        <p>Everything that is stored about you, in one JSON file.</p>
        <p>
          <a className="btn line" href="/api/user/data" download="stillwater-my-data.json">
            Download my data
          </a>
        </p>
      </section>
      <section aria-labelledby="leave-title">
        <h2 id="leave-title">Leave</h2>
        <p>Deleting your account removes it with all that belongs to it, at once.</p>
        <div>
          <DeleteAccount user={user} hasPassword={account.hasPassword} />
        </div>
      </section>
    </div>
  );
}
