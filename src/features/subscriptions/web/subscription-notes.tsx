import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { userQuery } from '#features/accounts/web/queries.ts';
import { authHref } from '#features/accounts/web/return-to.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../contract.ts';
import { forgetCheckout } from './begun-checkout.ts';
import { subscriptionQuery } from './queries.ts';
import { SubscribeButton } from './subscribe-button.tsx';
import { wishToSubscribe } from './subscribe-wish.ts';
import { useFollowedRights } from './use-followed-rights.ts';
import './subscription.css';

/** Where the page itself tells the same, or wants to be left in peace. */
const QUIET = ['/', '/account', '/auth'];

/** A quiet band above the page: a payment that failed, or a subscription that waits for an account. */
export function SubscriptionNotes({ begunEarlier }: { begunEarlier: boolean }) {
  const api = useApi();
  const { data: own } = useQuery(subscriptionQuery(api));
  const { data: user } = useQuery(userQuery(api));
  const [path] = useLocation();
  const search = useSearch();
  useFollowedRights(own);
  useBegunEarlier(begunEarlier ? own : undefined);
  if (!own || QUIET.includes(path)) return null;

  const until = own.subscription?.accessUntil ?? null;
  if (user && own.subscription?.status === 'past_due')
    return (
      <Note>
        <p>
          Your last payment did not go through. It is tried again
          {until === null ? null : (
            <>
              , and everything stays open until <LocalDate instant={until} />
            </>
          )}
          .
        </p>
        <Link className="btn line sm" href="/account">
          See what to do
        </Link>
      </Note>
    );
  if (!user && own.waitsForAccount)
    return (
      <Note>
        <p>Your subscription lives in this browser. An account brings it to your other devices.</p>
        <div className="row">
          <Link
            className="btn line sm"
            href={authHref(search === '' ? path : `${path}?${search}`, 'register')}
          >
            Create an account
          </Link>
          {/* Who has no account has no account page. */}
          <SubscribeButton wish="manage" label="Your subscription" className="btn quiet sm" />
        </div>
      </Note>
    );
  return null;
}

function Note({ children }: { children: ReactNode }) {
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <aside className="note" aria-label="Your subscription">
      <div className="wrap note-in">
        {children}
        <button
          className="icon-btn bare"
          type="button"
          aria-label="Hide this"
          onClick={() => setClosed(true)}
        >
          <Icon name="close" />
        </button>
      </div>
    </aside>
  );
}

/** A payment that an earlier page has begun: goes on waiting for it, or forgets it when nothing came of it. */
function useBegunEarlier(own: OwnSubscription | undefined): void {
  const [judged, setJudged] = useState(false);
  useEffect(() => {
    if (judged || !own) return;
    setJudged(true);
    if (own.subscription?.status === 'pending') wishToSubscribe('await');
    else if (!own.waitsForAccount) forgetCheckout();
  }, [judged, own]);
}
