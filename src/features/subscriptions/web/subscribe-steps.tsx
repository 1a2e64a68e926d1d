import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { Mark } from '#platform/design/mark.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../contract.ts';
import { PastDueAdvice } from './past-due-advice.tsx';
import { PaymentButton } from './payment-button.tsx';
import { PaymentStates } from './payment-states.tsx';
import { subscriptionQuery } from './queries.ts';
import { endedText, isOpen } from './subscription-words.ts';
import type { Activation } from './use-activation.ts';

/** What the dialog says, from the price to the open content. */
export function SubscribeSteps({ activation }: { activation: Activation }) {
  const query = useQuery({ ...subscriptionQuery(useApi()), staleTime: 0 });
  const { data: own, isError, isFetching, refetch } = query;
  const { phase } = activation;
  const hasAccess = isOpen(own?.subscription);
  const isPending = own?.subscription?.status === 'pending';
  useReturn(() => void refetch());

  useEffect(() => {
    if (isFetching) return;
    // Paid for elsewhere, or confirmed meanwhile: what the screen shows is out of date, and opens.
    if (hasAccess && phase !== 'asking') void activation.opened();
    else if (isPending && phase === 'none') activation.await();
  }, [hasAccess, isPending, isFetching, phase, activation]);

  if (phase === 'asking' || hasAccess)
    return <Waiting text="Your payment was approved. What you have paid for opens by itself." />;
  if (phase === 'waiting' || isPending)
    return (
      <>
        <Waiting text="Your payment is being confirmed by the payment provider. This takes seconds most of the time, and now and then half an hour." />
        <p className="hint">
          You can close this: what you have paid for opens by itself, and there is nothing more to pay. Should
          it take longer than an hour, <Link href="/contact">write to us</Link>.
        </p>
      </>
    );
  if (phase === 'unheard')
    return (
      <>
        <ErrorNote role="alert">
          Your payment was approved, but the news did not reach us. Nothing is paid twice.
        </ErrorNote>
        <button className="btn wide" type="button" onClick={activation.retry}>
          Try Again
        </button>
      </>
    );
  if (!own)
    return isError && !isFetching ? (
      <>
        <ErrorNote role="alert">The subscription could not be loaded.</ErrorNote>
        <button className="btn line wide" type="button" onClick={() => void refetch()}>
          Try Again
        </button>
      </>
    ) : (
      <Offer>
        <PaymentStates state="initial" />
      </Offer>
    );
  return <Payable own={own} activation={activation} />;
}

function Payable({ own, activation }: { own: OwnSubscription; activation: Activation }) {
  const { payments, subscription } = own;
  if (payments.provider === 'off')
    return (
      <>
        <p>Subscriptions are not open here yet. The samples and everything free stay open to you.</p>
        <p>
          <Link href="/contact">Write to us</Link> if you would like to hear when they are.
        </p>
      </>
    );
  if (subscription?.status === 'past_due') return <PastDueAdvice own={own} />;
  return (
    <Offer>
      {subscription ? <p>{endedText(subscription.status)}</p> : null}
      <PaymentButton payments={payments} activation={activation} />
    </Offer>
  );
}

/** The plan and its price; below it, the way to pay. */
function Offer({ children }: { children: ReactNode }) {
  return (
    <>
      <Mark sun />
      <p className="intro pay-intro">Every ocean, every wave, every droplet.</p>
      <div className="price">
        <b>$20.00</b>
        <span>USD per month, recurring</span>
      </div>
      {children}
      <p className="hint">Payment is taken by our payment provider. We never see your card.</p>
    </>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <div className="pay-waiting">
      <Spinner label="Waiting" />
      <p role="status">{text}</p>
    </div>
  );
}

/** The provider's window may close without a word to this one: whoever comes back is asked about anew. */
function useReturn(ask: () => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    const onReturn = () => latest.current();
    addEventListener('focus', onReturn);
    return () => removeEventListener('focus', onReturn);
  }, []);
}
