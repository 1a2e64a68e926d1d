import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { NewLink } from './confirmation/new-link.tsx';
import { redeemFailure, useRedeem } from './queries.ts';
import * as css from './sign-in-link.module.css';
import { takeReturnAddress } from './take-return-address.ts';

const readToken = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/**
 * `/sign-in#token=…`: a button redeems the sign-in link, because mail scanners open links too. The fragment
 * keeps the token out of logs, and is removed from the address after its use.
 */
export function Page() {
  const site = useSettings()('site.title');
  const [, navigate] = useLocation();
  const redeem = useRedeem(() => navigate(takeReturnAddress(), { replace: true }));
  const { reset } = redeem;
  const [incomplete, setIncomplete] = useState(false);
  // Another link opened in the same tab changes only the fragment.
  useEffect(() => {
    const check = () => {
      setIncomplete(readToken() === '');
      reset();
    };
    check();
    addEventListener('hashchange', check);
    return () => removeEventListener('hashchange', check);
  }, [reset]);

  if (hasCode(redeem.error, 'access-revoked'))
    return (
      <LinkCard title="Access revoked">
        <p role="alert">{redeemFailure(redeem.error)}</p>
      </LinkCard>
    );
  if (incomplete || hasCode(redeem.error, 'link-expired', 'invalid-input'))
    return (
      <LinkCard title={incomplete ? 'This link is incomplete' : 'This link no longer works'}>
        <p role="alert">
          {incomplete
            ? 'Part of the link is missing. Open the link in the email again, or ask for a new one.'
            : redeemFailure(redeem.error)}
        </p>
        <NewLink token={incomplete ? '' : readToken()} />
      </LinkCard>
    );
  return (
    <LinkCard title="Welcome back">
      <p>Press the button to sign in. The link works once.</p>
      <button
        className="btn"
        type="button"
        aria-disabled={redeem.isPending || undefined}
        onClick={() => {
          if (!redeem.isPending) redeem.mutate({ token: readToken() });
        }}
      >
        {redeem.isPending ? 'One moment...' : `Continue to ${site}`}
      </button>
      {redeem.isError ? <ErrorNote role="alert">{redeemFailure(redeem.error)}</ErrorNote> : null}
    </LinkCard>
  );
}

function LinkCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`wrap calm ${css.page}`}>
      <Head title="Sign in" description="Sign in with the link from your email." path="/sign-in" noIndex />
      <h1>{title}</h1>
      {children}
    </div>
  );
}
