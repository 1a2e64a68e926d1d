import { useQuery } from '@tanstack/react-query';
import type { User } from '#features/accounts/contract.ts';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../contract.ts';
import { subscriptionQuery } from './queries.ts';
import { SubscribeButton } from './subscribe-button.tsx';
import { SubscriptionState } from './subscription-state.tsx';
import './subscription.css';

/** /account: the subscription of whoever is signed in. */
export function SubscriptionSection({ user }: { user: User }) {
  const { data: own, isError } = useQuery(subscriptionQuery(useApi()));
  return (
    <section aria-labelledby="subscription-title">
      <h2 id="subscription-title">Subscription</h2>
      {own ? (
        <Standing own={own} user={user} />
      ) : isError ? (
        <ErrorNote role="alert">Your subscription could not be loaded. Please try again later.</ErrorNote>
      ) : (
        <Spinner />
      )}
    </section>
  );
}

function Standing({ own, user }: { own: OwnSubscription; user: User }) {
  const { subscription, payments } = own;
  const needsOne = user.role === 'free' && subscription?.status !== 'pending' && !subscription?.accessUntil;
  return (
    <>
      {subscription ? <SubscriptionState own={own} subscription={subscription} /> : <p>{without(user)}</p>}
      {needsOne && subscription?.status !== 'past_due' ? (
        payments.provider === 'off' ? (
          <p>Subscriptions are not open here yet.</p>
        ) : (
          <div>
            <SubscribeButton label={subscription ? 'Subscribe again' : 'Subscribe Now'} />
          </div>
        )
      ) : null}
    </>
  );
}

function without({ role }: User): string {
  if (role === 'admin') return 'As an administrator you need none: everything is open to you.';
  if (role === 'subscriber') return 'Everything is open to you, and there is nothing to pay.';
  return 'You have none. For $20.00 USD per month it opens every ocean, every wave, every droplet.';
}
