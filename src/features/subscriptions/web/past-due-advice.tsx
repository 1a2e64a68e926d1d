import { Link } from '#platform/web/link.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import type { OwnSubscription } from '../contract.ts';

/** A payment did not go through: what happens now, and what one can do. */
export function PastDueAdvice({ own }: { own: OwnSubscription }) {
  const { payments, subscription } = own;
  return (
    <>
      <p>
        Your last payment did not go through. The payment provider tries again in the next days; you need not
        do anything if there is money on the way.
        {subscription?.accessUntil ? (
          <>
            {' '}
            Everything stays open to you until <LocalDate instant={subscription.accessUntil} />.
          </>
        ) : null}
      </p>
      {payments.provider === 'paypal' ? (
        <p>
          You can choose another card or account on{' '}
          <a href={paypalPayments(payments.environment)} target="_blank" rel="noopener">
            PayPal’s page of automatic payments
          </a>
          .
        </p>
      ) : (
        <p>
          If it does not work out, <Link href="/contact">write to us</Link>.
        </p>
      )}
    </>
  );
}

const paypalPayments = (environment: 'production' | 'sandbox') =>
  `https://www.${environment === 'sandbox' ? 'sandbox.' : ''}paypal.com/myaccount/autopay/`;
