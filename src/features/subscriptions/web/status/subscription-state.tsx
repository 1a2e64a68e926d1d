import { useId, useState } from 'react';
import { LocalDate } from '#platform/web/local-date.tsx';
import type { OwnSubscription, Subscription } from '../../contract/schemas.ts';
import { formatAmount } from '../../shared/format-amount.ts';
import { priceWords } from '../../shared/price-words.ts';
import { FIRST_TERMS, type Terms } from '../../shared/prices.ts';
import { PaymentWaiting } from '../payment/payment-waiting.tsx';
import { TestMark } from '../payment/test-mark.tsx';
import { GivenAccess, KeptAfterCancel } from './kept-access.tsx';
import { PastDueAdvice } from './past-due-advice.tsx';
import * as css from './subscription-state.module.css';
import { canCancel, endedText, isGivenLonger, STATUS_WORDS } from './subscription-words.ts';
import { useChangeSubscription } from './use-change-subscription.ts';
import { usePlans } from './use-plans.ts';

interface SubscriptionStateProps {
  own: OwnSubscription;
  subscription: Subscription;
}

/** The subscription's state in words, with buttons to cancel it and to undo the cancellation. */
export function SubscriptionState({ own, subscription }: SubscriptionStateProps) {
  const { status, accessUntil, nextPaymentAt, isTest } = subscription;
  // Nodes of the previous version send no price.
  const price = subscription.price ?? FIRST_TERMS;
  const plans = usePlans(own);
  return (
    <>
      <p className="row">
        <b>{STATUS_WORDS[status]}</b>
        {isTest ? <TestMark /> : null}
      </p>
      {status === 'active' && nextPaymentAt ? (
        <p>
          Your next payment of {formatAmount(price.cents, price.currency)} {price.currency} is on{' '}
          <LocalDate instant={nextPaymentAt} />.
        </p>
      ) : null}
      {status === 'active' && !nextPaymentAt ? <p>{priceWords(price)}, recurring.</p> : null}
      {status === 'active' ? <OtherPlan plans={plans} price={price} /> : null}
      {status === 'cancelled' && accessUntil ? (
        <p>
          <KeptAfterCancel own={own} until={accessUntil} /> You will not be charged again.
        </p>
      ) : null}
      {status === 'pending' ? (
        <PaymentWaiting
          label="Waiting for the payment provider"
          text="The payment provider has not confirmed your payment yet. There is nothing more to pay."
        />
      ) : null}
      {status === 'past_due' ? <PastDueAdvice own={own} /> : null}
      {accessUntil === null && endedText(status) ? <p>{endedText(status)}</p> : null}
      {canCancel(subscription) ? <Cancel own={own} subscription={subscription} /> : null}
      {subscription.canUndo ? <Undo /> : null}
    </>
  );
}

interface PlansProps {
  plans: readonly Terms[];
  /** Price of the subscription. */
  price: Terms;
}

/** Explains the change to the plan of the other interval, where there is one. */
function OtherPlan({ plans, price }: PlansProps) {
  const other = plans.find(({ interval }) => interval !== price.interval);
  if (!other) return null;
  return (
    <p className="hint">
      To pay {priceWords(other)} instead, cancel, and subscribe again when your paid time ends.
    </p>
  );
}

/** Says before a cancellation that the price has changed since: another subscription costs the new one. */
function PriceSince({ plans, price }: PlansProps) {
  const since = plans.find(({ interval, cents }) => interval === price.interval && cents !== price.cents);
  if (!since) return null;
  return (
    <p>
      You pay {priceWords(price)}. A new subscription costs {priceWords(since)}.
    </p>
  );
}

/** Cancels in two clicks. The second button stands beside the date until which access lasts. */
function Cancel({ own, subscription }: SubscriptionStateProps) {
  const [asking, setAsking] = useState(false);
  const heading = useId();
  const { cancel } = useChangeSubscription();
  const plans = usePlans(own);
  if (!asking)
    return (
      <div>
        <button className="btn line" type="button" onClick={() => setAsking(true)}>
          Cancel subscription
        </button>
      </div>
    );
  return (
    <section className={css.cancel} aria-labelledby={heading}>
      <h3 id={heading}>Cancel subscription?</h3>
      <p>
        {subscription.paidUntil ? (
          <KeptAfterCancel own={own} until={subscription.paidUntil} />
        ) : (
          <EndsNow own={own} subscription={subscription} />
        )}
      </p>
      <PriceSince plans={plans} price={subscription.price ?? FIRST_TERMS} />
      <div className="row">
        <button
          className="btn line"
          type="button"
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
          autoFocus
          onClick={() => setAsking(false)}
        >
          Keep subscription
        </button>
        <button
          className="btn danger"
          type="button"
          aria-disabled={cancel.isPending || undefined}
          onClick={() => cancel.isPending || cancel.mutate()}
        >
          {cancel.isPending ? 'One moment...' : 'Cancel subscription'}
        </button>
      </div>
    </section>
  );
}

/** For a payment that failed or is late: only the attempts to charge keep access open. */
function EndsNow({ own, subscription }: SubscriptionStateProps) {
  if (subscription.accessUntil === null) return 'You will not be charged.';
  return isGivenLonger(own, null) ? (
    <>
      You will not be charged again. <GivenAccess own={own} />
    </>
  ) : (
    'You will not be charged again. Your paid time is over, so your access ends right away.'
  );
}

function Undo() {
  const { resume } = useChangeSubscription();
  return (
    <div>
      <button
        className="btn"
        type="button"
        aria-disabled={resume.isPending || undefined}
        onClick={() => resume.isPending || resume.mutate()}
      >
        {resume.isPending ? 'One moment...' : 'Undo cancellation'}
      </button>
    </div>
  );
}
