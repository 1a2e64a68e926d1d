import { useState } from 'react';
import { Spinner } from '#platform/design/spinner.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import type { OwnSubscription, Subscription } from '../contract.ts';
import { PastDueAdvice } from './past-due-advice.tsx';
import { canCancel, endedText, STATUS_WORDS } from './subscription-words.ts';
import { TestMark } from './test-mark.tsx';
import { useTurnSubscription } from './use-turn-subscription.ts';

interface SubscriptionStateProps {
  own: OwnSubscription;
  subscription: Subscription;
}

/** How a subscription stands, in words, and the way out and back. */
export function SubscriptionState({ own, subscription }: SubscriptionStateProps) {
  const { status, accessUntil, nextPaymentAt, isTest } = subscription;
  return (
    <>
      <p className="row">
        <b>{STATUS_WORDS[status]}</b>
        {isTest ? <TestMark /> : null}
      </p>
      {status === 'active' && nextPaymentAt ? (
        <p>
          The next payment of $20.00 USD is on <LocalDate instant={nextPaymentAt} />.
        </p>
      ) : null}
      {status === 'active' && !nextPaymentAt ? <p>$20.00 USD per month, recurring.</p> : null}
      {status === 'cancelled' && accessUntil ? (
        <p>
          Access until <LocalDate instant={accessUntil} />. No further payment is taken.
        </p>
      ) : null}
      {status === 'pending' ? (
        <div className="pay-waiting">
          <Spinner label="Waiting for the payment provider" />
          <p>The payment provider has not confirmed your payment yet. There is nothing more to pay.</p>
        </div>
      ) : null}
      {status === 'past_due' ? <PastDueAdvice own={own} /> : null}
      {accessUntil === null && endedText(status) ? <p>{endedText(status)}</p> : null}
      {canCancel(subscription) ? <Cancel subscription={subscription} /> : null}
      {subscription.canUndo ? <Undo /> : null}
    </>
  );
}

/** Out in two clicks: the second one stands beside the date until which everything stays open. */
function Cancel({ subscription }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false);
  const { cancel } = useTurnSubscription();
  if (!asking)
    return (
      <div>
        <button className="btn line" type="button" onClick={() => setAsking(true)}>
          Cancel subscription
        </button>
      </div>
    );
  return (
    <fieldset className="account-step pay-cancel">
      <legend>Cancel the subscription?</legend>
      <p>{subscription.status === 'past_due' ? <EndsNow /> : <KeepsAccess of={subscription} />}</p>
      <div className="row">
        <button
          className="btn line"
          type="button"
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
          autoFocus
          onClick={() => setAsking(false)}
        >
          Keep it
        </button>
        <button
          className="btn danger"
          type="button"
          aria-disabled={cancel.isPending || undefined}
          onClick={() => cancel.isPending || cancel.mutate()}
        >
          {cancel.isPending ? 'One moment...' : 'Cancel it'}
        </button>
      </div>
    </fieldset>
  );
}

function KeepsAccess({ of: { nextPaymentAt, accessUntil } }: { of: Subscription }) {
  const until = accessUntil ?? nextPaymentAt;
  return until === null ? (
    <>You keep access until what is paid for ends.</>
  ) : (
    <>
      You keep access until <LocalDate instant={until} />.
    </>
  );
}

/** What was paid for is over, and the days since are the provider's tries: with these the access ends, too. */
function EndsNow() {
  return <>No further payment is tried. What you have paid for is over, so your access ends with it.</>;
}

function Undo() {
  const { resume } = useTurnSubscription();
  return (
    <div>
      <button
        className="btn"
        type="button"
        aria-disabled={resume.isPending || undefined}
        onClick={() => resume.isPending || resume.mutate()}
      >
        {resume.isPending ? 'One moment...' : 'Undo the cancellation'}
      </button>
    </div>
  );
}
