import { addPeriod } from '#features/subscriptions/server/state/payment-rules.ts';
import { GRACE_PERIOD } from '#features/subscriptions/server/state/subscription-state.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { PeerPayment, PeerSubscription } from '../paypal/paypal-peer-books.ts';

/* Computes a reader's expected access from PayPal's books alone, without the program's rows. */

type Interval = (agreement: PeerSubscription) => 'month' | 'year';

/** PayPal bills at a fixed hour, at most this long before or after the end of a month, in ms. */
const BILLING_HOUR = DAY / 2;
/** Tolerance in ms: access follows a payment within one day, plus half a day for PayPal's billing hour. */
export const BLUR = 1.5 * DAY;

export type Access = 'yes' | 'no' | 'either';

/**
 * Computes the expected access. `gaveUp`: the reader has cancelled at least once, so the grace period may be
 * waived.
 */
export function expectedAccess(
  agreements: PeerSubscription[],
  now: number,
  gaveUp: boolean,
  intervalOf: Interval,
): Access {
  const answers = agreements.map((agreement) => accessBy(agreement, now, gaveUp, intervalOf(agreement)));
  return answers.includes('yes') ? 'yes' : answers.includes('either') ? 'either' : 'no';
}

function accessBy(
  agreement: PeerSubscription,
  now: number,
  gaveUp: boolean,
  interval: 'month' | 'year',
): Access {
  const last = agreement.payments.at(-1);
  if (!last || isUndone(last)) return 'no';
  // The provider holds the money during a dispute.
  if (last.status === 'HELD') return 'either';
  const paidUntil = endOf(last, interval);
  // The program may not know the billing date yet.
  const latest = addPeriod(last.at, interval);
  if (now < paidUntil - BLUR) return agreement.status === 'CANCELLED' && last.isDisputed ? 'either' : 'yes';
  if (now < latest + BLUR) return 'either';
  const mayRetry = agreement.status === 'ACTIVE' || agreement.failedPayments > 0;
  if (!mayRetry || now > latest + GRACE_PERIOD + BLUR) return 'no';
  return gaveUp || now > paidUntil + GRACE_PERIOD - BLUR ? 'either' : 'yes';
}

/** Returns the end of the period that a payment covers. A retried payment keeps the billing date. */
const endOf = ({ at, paidUntil }: PeerPayment, interval: 'month' | 'year'): number =>
  Math.min(addPeriod(at, interval), paidUntil ?? Number.POSITIVE_INFINITY);

export const isUndone = ({ status }: PeerPayment) => status === 'REFUNDED' || status === 'REVERSED';

/**
 * Lists the payments that must be refunded: taken during a paid period, or after the reader cancelled.
 * `cancelledAt`: time of the effective cancellation of each agreement.
 */
export function unjustPayments(
  agreements: PeerSubscription[],
  cancelledAt: ReadonlyMap<string, number>,
  intervalOf: Interval,
): PeerPayment[] {
  const standing = agreements.flatMap((agreement) =>
    agreement.payments
      .filter((payment) => !isUndone(payment) && payment.status !== 'HELD' && !payment.isDisputed)
      .map((payment) => ({ agreement, payment })),
  );
  return standing
    .filter(({ agreement, payment }, index) => {
      const afterCancelling = payment.at > (cancelledAt.get(agreement.id) ?? Number.POSITIVE_INFINITY);
      const isDouble = standing.slice(0, index).some(
        (earlier) =>
          payment.at >= earlier.payment.at &&
          payment.at < endOf(earlier.payment, intervalOf(earlier.agreement)) - BILLING_HOUR &&
          // A reader who ends an agreement at PayPal and subscribes again owes the new payment.
          (earlier.agreement === agreement || !earlier.agreement.endedByPayer),
      );
      return afterCancelling || isDouble;
    })
    .map(({ payment }) => payment);
}
