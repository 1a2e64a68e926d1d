import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../../contract/schemas.ts';
import { PaymentButton } from '../payment/payment-button.tsx';
import { PaymentStates } from '../payment/payment-states.tsx';
import { PaymentWaiting } from '../payment/payment-waiting.tsx';
import type { Activation } from '../payment/use-activation.ts';
import { subscriptionQuery } from '../status/queries.ts';
import { SubscriptionState } from '../status/subscription-state.tsx';
import { endedText, isOpen } from '../status/subscription-words.ts';
import { Offer } from './offer.tsx';
import * as css from './subscribe-steps.module.css';
import { useOffer } from './use-offer.ts';

/** The dialog's steps, from the price to the open content. */
export function SubscribeSteps({ activation }: { activation: Activation }) {
  const query = useQuery({ ...subscriptionQuery(useApi()), staleTime: 0 });
  const { data: own, isError, isFetching, refetch } = query;
  const { phase } = activation;
  const offer = useOffer(own);
  const hasAccess = isOpen(own?.subscription);
  const isPending = own?.subscription?.status === 'pending';
  useWindowFocus(() => void refetch());

  useEffect(() => {
    if (isFetching) return;
    // Paid elsewhere, or confirmed meanwhile: the screen still shows locked content.
    if (hasAccess && phase !== 'reporting') void activation.opened();
    else if (isPending && phase === 'none') activation.await();
  }, [hasAccess, isPending, isFetching, phase, activation]);

  if (phase === 'reporting' || hasAccess)
    return (
      <PaymentWaiting
        label="Waiting"
        announced
        text="Your payment was approved. Everything will unlock in a moment."
      />
    );
  if (phase === 'waiting' || isPending)
    return (
      <>
        <PaymentWaiting label="Waiting" announced text={CONFIRMING} />
        <p className={`hint ${css.hint}`}>
          You can close this window. Everything unlocks as soon as the payment is confirmed, and there is
          nothing more to pay. If it takes longer than an hour, <Link href="/contact">contact us</Link>.
        </p>
      </>
    );
  if (phase === 'unreported')
    return (
      <>
        <ErrorNote role="alert">
          Your payment was approved, but we could not confirm it. Please try again. You will not be charged
          twice.
        </ErrorNote>
        <button className="btn wide" type="button" onClick={activation.retry}>
          Try Again
        </button>
      </>
    );
  if (!own)
    return isError && !isFetching ? (
      <>
        <ErrorNote role="alert">The subscription could not be loaded. Please try again.</ErrorNote>
        <button className="btn line wide" type="button" onClick={() => void refetch()}>
          Try Again
        </button>
      </>
    ) : (
      <Offer {...offer}>
        <PaymentStates state="initial" />
      </Offer>
    );
  return <Payable own={own} activation={activation} offer={offer} />;
}

const CONFIRMING =
  'The payment provider is confirming your payment. ' +
  'This usually takes a few seconds, and sometimes up to half an hour.';

interface PayableProps {
  own: OwnSubscription;
  activation: Activation;
  offer: ReturnType<typeof useOffer>;
}

function Payable({ own, activation, offer }: PayableProps) {
  const { payments, subscription } = own;
  if (payments.provider === 'off')
    return (
      <>
        <p>Subscriptions are not available yet. You can use all free content and samples.</p>
        <p>
          <Link href="/contact">Contact us</Link> to hear when they are available.
        </p>
      </>
    );
  if (subscription?.status === 'past_due') return <SubscriptionState own={own} subscription={subscription} />;
  return (
    <Offer {...offer}>
      {subscription ? <p>{endedText(subscription.status)}</p> : null}
      <PaymentButton payments={payments} activation={activation} price={offer.chosen} />
    </Offer>
  );
}

/**
 * Calls back when the window gets the focus: the provider's window may have closed without a message to
 * this one.
 */
function useWindowFocus(onFocus: () => void): void {
  const listener = useEffectEvent(onFocus);
  useEffect(() => {
    addEventListener('focus', listener);
    return () => removeEventListener('focus', listener);
  }, []);
}
