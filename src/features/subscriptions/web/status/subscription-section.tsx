import { useQuery } from '@tanstack/react-query';
import type { User } from '#features/accounts/contract/schemas.ts';
import { AccountSection } from '#features/accounts/web/account/account-section.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../../contract/schemas.ts';
import { priceWords } from '../../shared/price-words.ts';
import type { Terms } from '../../shared/prices.ts';
import { SubscribeButton } from '../dialog/subscribe-button.tsx';
import { GivenAccess } from './kept-access.tsx';
import { subscriptionQuery } from './queries.ts';
import { SubscriptionState } from './subscription-state.tsx';
import { endedText, isGivenLonger } from './subscription-words.ts';
import { usePlans } from './use-plans.ts';

/** The account page's section about the signed-in user's subscription. */
export function SubscriptionSection({ user }: { user: User }) {
  const { data: own, isError } = useQuery(subscriptionQuery(useApi()));
  return (
    <AccountSection title="Subscription">
      {own ? (
        <State own={own} user={user} />
      ) : isError ? (
        <ErrorNote role="alert">Your subscription could not be loaded. Please try again later.</ErrorNote>
      ) : (
        <Spinner />
      )}
    </AccountSection>
  );
}

function State({ own, user }: { own: OwnSubscription; user: User }) {
  const { subscription, payments } = own;
  const plans = usePlans(own);
  const until = subscription?.accessUntil ?? null;
  const canSubscribe = user.role === 'free' && subscription?.status !== 'pending' && until === null;
  // Where payments end or fail, the state says it beside its own date.
  const saysGiven = until !== null && subscription?.status !== 'active';
  return (
    <>
      {subscription ? (
        <SubscriptionState own={own} subscription={subscription} />
      ) : (
        <p>{withoutSubscription(user, plans)}</p>
      )}
      {isGivenLonger(own, until) && !saysGiven ? (
        <p>
          <GivenAccess own={own} />
          {subscription && endedText(subscription.status) && own.grantedUntil
            ? ' You can subscribe again then.'
            : null}
        </p>
      ) : null}
      {canSubscribe && subscription?.status !== 'past_due' ? (
        payments.provider === 'off' ? (
          <p>Subscriptions are not available yet.</p>
        ) : (
          <div>
            <SubscribeButton label={subscription ? 'Subscribe again' : 'Subscribe Now'} />
          </div>
        )
      ) : null}
    </>
  );
}

function withoutSubscription({ role }: User, plans: readonly Terms[]): string {
  if (role === 'admin') return 'As an administrator, you have access to everything.';
  if (role === 'editor') return 'As an editor, you have access to everything.';
  if (role === 'subscriber') return 'You have access to everything. There is nothing to pay.';
  const price = plans.map(priceWords).join(' or ');
  return `You do not have a subscription. For ${price} you get every ocean, wave and droplet.`;
}
