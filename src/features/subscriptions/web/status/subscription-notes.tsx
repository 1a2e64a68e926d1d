import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { authHref } from '#features/accounts/web/sign-in/return-to.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../../contract/schemas.ts';
import { SubscribeButton } from '../dialog/subscribe-button.tsx';
import { openSubscribing } from '../dialog/subscribe-intent.ts';
import { forgetCheckout } from '../payment/stored-checkout.ts';
import { KeptAccess } from './kept-access.tsx';
import { cardUrl } from './past-due-advice.tsx';
import { subscriptionQuery } from './queries.ts';
import * as css from './subscription-notes.module.css';
import { useAccessChanges } from './use-access-changes.ts';

/** Pages without the note: they tell the same, or must not distract. */
const WITHOUT_NOTE = ['/', '/account', '/auth'];

/** A band above the page about a failed payment, or a subscription that waits for an account. */
export function SubscriptionNotes({ begunEarlier }: { begunEarlier: boolean }) {
  const api = useApi();
  const { data: own } = useQuery(subscriptionQuery(api));
  const { data: user } = useQuery(userQuery(api));
  const [path] = useLocation();
  const search = useSearch();
  useAccessChanges(own);
  useEarlierPayment(begunEarlier ? own : undefined);
  if (!own || WITHOUT_NOTE.includes(path)) return null;

  const until = own.subscription?.accessUntil ?? null;
  const card = cardUrl(own.payments);
  if (user && own.subscription?.status === 'past_due')
    return (
      <Note>
        <p>
          Your last payment did not go through. We will try again.
          {until === null ? null : (
            <>
              {' '}
              <KeptAccess own={own} until={until} />
            </>
          )}
        </p>
        <div className={`row ${css.actions}`}>
          {card === null ? null : (
            <a className="btn line sm" href={card} target="_blank" rel="noopener">
              Change your card
            </a>
          )}
          <Link className="btn line sm" href="/account">
            View details
          </Link>
        </div>
      </Note>
    );
  if (!user && own.waitsForAccount)
    return (
      <Note inView>
        <p>Your subscription only works in this browser. Create an account to use it on all your devices.</p>
        <div className={`row ${css.actions}`}>
          <Link
            className="btn line sm"
            href={authHref(search === '' ? path : `${path}?${search}`, 'register')}
          >
            Create an account
          </Link>
          {/* Without an account, there is no account page to lead to. */}
          <SubscribeButton intent="manage" label="Your subscription" className="btn quiet sm" />
        </div>
      </Note>
    );
  return null;
}

interface NoteProps {
  /** Stays at the top of the screen: what it tells has just happened, somewhere down the page. */
  inView?: boolean;
  children: ReactNode;
}

function Note({ inView, children }: NoteProps) {
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <aside className={classNames(css.note, inView && css.inView)} aria-label="Your subscription">
      <div className={`wrap ${css.content}`}>
        {children}
        <button
          className={`icon-btn bare ${css.close}`}
          type="button"
          aria-label="Close"
          onClick={() => setClosed(true)}
        >
          <Icon name="close" />
        </button>
      </div>
    </aside>
  );
}

/** Waits on for a payment that an earlier page began, or forgets it if nothing came of it. */
function useEarlierPayment(own: OwnSubscription | undefined): void {
  const isHandled = useRef(false);
  useEffect(() => {
    if (isHandled.current || !own) return;
    isHandled.current = true;
    if (own.subscription?.status === 'pending') openSubscribing('await');
    else if (!own.waitsForAccount) forgetCheckout();
  }, [own]);
}
