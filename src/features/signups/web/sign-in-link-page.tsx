import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Head } from '#features/settings/web/head.tsx';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { NewLink } from './new-link.tsx';
import { redeemFailure, useRedeem } from './queries.ts';
import { takeReturnPlace } from './return-place.ts';
import './landing.css';

const readToken = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

/**
 * Where a sign-in link leads. Opening it redeems nothing, because mail scanners open links too: the person presses one
 * button. The token stands in the fragment, out of logs, and leaves the address once it has been used.
 */
export function Page() {
  const site = useSettings()('site.title');
  const [, navigate] = useLocation();
  const redeem = useRedeem(() => navigate(takeReturnPlace(), { replace: true }));
  const [cut, setCut] = useState(false);
  // Another link may be opened in the same tab.
  useEffect(() => {
    const look = () => setCut(readToken() === '');
    look();
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);

  const status = redeem.error instanceof ApiError ? redeem.error.status : 0;
  if (status === 403)
    return (
      <Quiet title="Access withdrawn">
        <p role="alert">{redeemFailure(redeem.error)}</p>
      </Quiet>
    );
  if (cut || status === 410 || status === 400)
    return (
      <Quiet title={cut ? 'This link is not complete' : 'This link does not open any more'}>
        <p role="alert">
          {cut
            ? 'The address is missing its key. Perhaps it was cut when it was copied.'
            : redeemFailure(redeem.error)}
        </p>
        <NewLink token={cut ? '' : readToken()} />
      </Quiet>
    );
  return (
    <Quiet title="Welcome back">
      <p>One press, and you are in. The link works once.</p>
      <button
        className="btn"
        type="button"
        aria-disabled={redeem.isPending || undefined}
        onClick={() => {
          if (!redeem.isPending) redeem.mutate({ token: readToken() });
        }}
      >
        {redeem.isPending ? 'One moment' : `Continue to ${site}`}
      </button>
      {redeem.isError ? <ErrorNote role="alert">{redeemFailure(redeem.error)}</ErrorNote> : null}
    </Quiet>
  );
}

function Quiet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap calm link-page">
      <Head title="Sign in" description="Your way back in." path="/sign-in" noIndex />
      <h1>{title}</h1>
      {children}
    </div>
  );
}
