import { addPeriod } from '#features/subscriptions/server/state/payment-rules.ts';
import { GRACE_PERIOD } from '#features/subscriptions/server/state/subscription-state.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { PeerPayment, PeerSubscription } from '../paypal/paypal-peer-books.ts';

/* Access that a reader is owed, from PayPal's books alone. Nothing here reads the program's own rows. */

type Interval = (agreement: PeerSubscription) => 'month' | 'year';

/** PayPal bills at a fixed hour, at most this long before or after the month's end, in ms. */
const BILLING_HOUR = DAY / 2;
/** Access follows payment within one day; another half for PayPal's billing hour. In ms. */
export const BLUR = 1.5 * DAY;

export type Access = 'yes' | 'no' | 'either';

/** `gaveUp`: the reader has cancelled at least once, so that the grace period may be waived. */
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
  // An open dispute: the money is held.
  if (last.status === 'HELD') return 'either';
  const paidUntil = endOf(last, interval);
  // The program may not have heard of the billing date.
  const latest = addPeriod(last.at, interval);
  if (now < paidUntil - BLUR) return agreement.status === 'CANCELLED' && last.isDisputed ? 'either' : 'yes';
  if (now < latest + BLUR) return 'either';
  const mayRetry = agreement.status === 'ACTIVE' || agreement.failedPayments > 0;
  if (!mayRetry || now > latest + GRACE_PERIOD + BLUR) return 'no';
  return gaveUp || now > paidUntil + GRACE_PERIOD - BLUR ? 'either' : 'yes';
}

/** The end of the time that a payment pays for. One on a retry keeps the billing date. */
const endOf = ({ at, paidUntil }: PeerPayment, interval: 'month' | 'year'): number =>
  Math.min(addPeriod(at, interval), paidUntil ?? Number.POSITIVE_INFINITY);

export const isUndone = ({ status }: PeerPayment) => status === 'REFUNDED' || status === 'REVERSED';

/**
 * Lists the payments that the reader neither owes nor got back: taken while another period was paid, or after
 * the reader had cancelled. `cancelledAt` has the instants of cancellations that stand, by agreement.
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
          // A reader who ends an agreement at PayPal and subscribes again pays again.
          (earlier.agreement === agreement || !earlier.agreement.endedByPayer),
      );
      return afterCancelling || isDouble;
    })
    .map(({ payment }) => payment);
}
