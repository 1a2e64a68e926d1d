import { Link } from '#platform/web/link.tsx';
import type { OwnSubscription, Payments } from '../../contract/schemas.ts';
import { automaticPaymentsUrl } from '../../shared/automatic-payments-url.ts';
import { KeptAccess } from './kept-access.tsx';

/** Explains a failed payment: what happens next, and what the reader can do. */
export function PastDueAdvice({ own }: { own: OwnSubscription }) {
  const { payments, subscription } = own;
  return (
    <>
      <p>
        Your last payment did not go through. The payment provider will try again over the next few days.
        Please make sure that your card or wallet can be charged.
        {subscription?.accessUntil ? (
          <>
            {' '}
            <KeptAccess own={own} until={subscription.accessUntil} />
          </>
        ) : null}
      </p>
      {payments.provider === 'paypal' ? (
        <p>
          You can change your card or account on{' '}
          <a href={cardUrl(payments) ?? ''} target="_blank" rel="noopener">
            PayPal’s automatic payments page
          </a>
          .
        </p>
      ) : (
        <p>
          If you need help, <Link href="/contact">contact us</Link>.
        </p>
      )}
    </>
  );
}

/** The provider's page where the reader changes the card; null if there is none. */
export const cardUrl = (payments: Payments): string | null =>
  payments.provider === 'paypal' ? automaticPaymentsUrl(payments.environment === 'production') : null;
