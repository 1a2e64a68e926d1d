import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { Mark } from '#platform/design/mark.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import type { User } from '../../contract/schemas.ts';
import { isStaff } from '../../shared/staff.ts';
import { ActivitySection } from '../activity/activity-section.tsx';
import { EmailSection } from '../email/email-section.tsx';
import { passkeysQuery } from '../passkeys/passkey-queries.ts';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { secondFactorQuery } from '../second-factor/second-factor-query.ts';
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx';
import { userQuery } from '../session/queries.ts';
import { authHref } from '../sign-in/return-to.ts';
import * as css from './account.module.css';
import { accountQuery, sessionsQuery } from './account-queries.ts';
import { AccountSection } from './account-section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { OwnDataSection } from './own-data-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const PATH = '/account';

/** Loads the account and `loadMore` in parallel. Redirects signed-out visitors. */
export async function loadAccount(
  { api, queries }: LoadContext,
  loadMore: () => Promise<void>,
): Promise<LoadResult> {
  const user = await queries.fetchQuery(userQuery(api));
  if (!user) return { redirect: authHref(PATH) };
  await Promise.all([
    queries.fetchQuery(accountQuery(api)),
    queries.fetchQuery(sessionsQuery(api)),
    queries.fetchQuery(passkeysQuery(api)),
    isStaff(user) && queries.fetchQuery(secondFactorQuery(api)),
    loadMore(),
  ]);
  return undefined;
}

interface AccountProps {
  /** The section about the user's subscription. */
  subscription(user: User): ReactNode;
  /** The section about the weekly letter. */
  letter(user: User): ReactNode;
  /** The sections about progress and about content kept on this device. */
  progress(user: User): ReactNode;
  /** Further losses at the account's deletion. */
  deletionWarning: ReactNode;
}

/** Shows the user's own account. Redirects signed-out visitors to the login. */
export function Account(props: AccountProps) {
  const { data: user } = useQuery(userQuery(useApi()));
  const [, navigate] = useLocation();
  const signedOut = user === null;
  useEffect(() => {
    if (signedOut) navigate(authHref(PATH), { replace: true });
  }, [signedOut, navigate]);
  return (
    <div className={`wrap ${css.page}`}>
      <Head title="Your Account" path={PATH} noIndex />
      <div className="head">
        <h1>Your Account</h1>
      </div>
      {user ? <Sections user={user} {...props} /> : <PageSpinner />}
    </div>
  );
}

const ROLES = {
  free: 'Free account',
  subscriber: 'Subscriber',
  editor: 'Editor',
  admin: 'Administrator',
};

function Sections({ user, subscription, letter, progress, deletionWarning }: AccountProps & { user: User }) {
  const { data: account, isError, refetch } = useQuery(accountQuery(useApi()));
  // After a failed refetch, the loaded page stays, with the text typed in it.
  if (isError && !account)
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
    <div>
      <AccountSection title="Profile">
        <p className="row">
          <b>{user.username}</b>
          <span className="badge plain">{ROLES[user.role]}</span>
        </p>
      </AccountSection>
      {subscription(user)}
      <EmailSection user={user} account={account} />
      <PasswordSection user={user} account={account} />
      <PasskeysSection hasPassword={account.hasPassword} />
      {isStaff(user) ? <SecondFactorSection hasPassword={account.hasPassword} /> : null}
      <SessionsSection />
      <ActivitySection />
      {letter(user)}
      {progress(user)}
      <OwnDataSection user={user} />
      <AccountSection title="Delete account">
        <p>This deletes your account and everything in it right away.</p>
        <div>
          <DeleteAccount user={user} hasPassword={account.hasPassword} warning={deletionWarning} />
        </div>
      </AccountSection>
    </div>
  );
}
