import { addMonths } from '#platform/text/add-months.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import type { Terms } from '../../shared/prices.ts';
import type { ProviderSubscription } from '../provider.ts';

/* Access paid for by a subscription's payments. Pure rules; instants are epoch milliseconds. */

/**
 * Time in ms within which two instants belong to one payment. Payments of one subscription are a month or
 * more apart.
 */
const SAME_PAYMENT = 2 * DAY;
/**
 * Longest distance from a period's end to the billing date after it. After a payment on the 31st, a bill may
 * come on 28 February, and then on 31 March again.
 */
const MONTH_END = 4 * DAY;
/**
 * Time without a payment after a billing date that makes it a failed renewal. The provider takes payments at
 * 10:00 UTC of the date or some hours later.
 */
export const OVERDUE_AFTER = 20 * HOUR;

/** A payment as stored. `paidAt` is null while only its refund is known. */
export interface KnownPayment {
  status: 'completed' | 'refunded' | 'reversed';
  cents: number | null;
  refundedCents: number;
  paidAt: number | null;
  undoneAt: number | null;
  /** The site refunds it, because it is not owed. */
  isOurRefund: boolean;
}

/**
 * Computes the end of the paid time: the provider's next billing date while payments succeed, else a period
 * after the latest payment. `stored`: the end known so far, which stays when the provider names no date any
 * more, as after a cancellation. Null before any payment, whatever date the provider names.
 */
export function paidThrough(
  stored: number | null,
  subscription: ProviderSubscription,
  payments: readonly KnownPayment[],
  interval: Terms['interval'],
): number | null {
  const latest = latestPaymentAt(subscription, payments);
  if (latest === 0) return stored;
  const { state, failedPayments, nextPaymentAt } = subscription;
  const byPayment = addPeriod(latest, interval);
  // A date more than a period after the latest payment comes after an unpaid billing date.
  const isPaidFor =
    nextPaymentAt !== null && nextPaymentAt > latest + SAME_PAYMENT && nextPaymentAt - byPayment <= MONTH_END;
  if (state === 'active' && failedPayments === 0 && isPaidFor) return nextPaymentAt;
  // A stored end after the latest payment belongs to it: a payment on a retry keeps the billing date.
  return stored === null || stored - latest <= SAME_PAYMENT ? byPayment : stored;
}

/**
 * Whether the latest renewal failed. The provider counts a failure only after its last retry, ten days after
 * the billing date, so a failed attempt or a missing payment counts too. `dueAt`: the time of the renewal;
 * null: none is due.
 */
export function hasFailedRenewal(
  subscription: ProviderSubscription,
  payments: readonly KnownPayment[],
  dueAt: number | null,
  now: number,
): boolean {
  if (subscription.failedPayments > 0) return true;
  const failedAt = subscription.lastFailedPaymentAt ?? 0;
  if (failedAt > latestPaymentAt(subscription, payments)) return true;
  return subscription.state === 'active' && dueAt !== null && now - dueAt >= OVERDUE_AFTER;
}

/**
 * Returns the time of the renewal after the paid time. A subscription that was suspended at the provider
 * until later, as while its payer had no card, is due at `nextPaymentAt`, or from its reactivation on.
 */
export function renewalDueAt(
  paidThrough: number | null,
  nextPaymentAt: number | null,
  { state, stateSince }: ProviderSubscription,
): number | null {
  const activeSince = state === 'active' ? (stateSince ?? 0) : 0;
  if (paidThrough === null || activeSince <= paidThrough) return paidThrough;
  return Math.max(activeSince, nextPaymentAt ?? 0);
}

const latestPaymentAt = ({ lastPayment }: ProviderSubscription, payments: readonly KnownPayment[]): number =>
  Math.max(lastPayment?.at ?? 0, ...payments.map(({ paidAt }) => paidAt ?? 0));

/** Leaves out the payments that the site refunds, also as the last payment that the provider names. */
export function withoutRefunds(
  { refundAfter, intended }: { refundAfter: number | null; intended: string },
  subscription: ProviderSubscription,
  payments: readonly KnownPayment[],
): { subscription: ProviderSubscription; payments: KnownPayment[] } {
  const { lastPayment } = subscription;
  const refunds = payments.filter(({ isOurRefund }) => isOurRefund);
  // The provider may name a payment before it lists it.
  const isLate =
    lastPayment !== null && intended !== 'renew' && refundAfter !== null && lastPayment.at > refundAfter;
  const isRefund =
    lastPayment !== null &&
    refunds.some(({ paidAt }) => paidAt !== null && Math.abs(paidAt - lastPayment.at) < SAME_PAYMENT);
  return {
    subscription: isLate || isRefund ? { ...subscription, lastPayment: null } : subscription,
    payments: payments.filter(({ isOurRefund }) => !isOurRefund),
  };
}

/** Finds the latest payment if it was fully refunded or reversed. Earlier payments do not matter. */
export function undonePayment(
  { lastPayment }: ProviderSubscription,
  payments: readonly KnownPayment[],
  { cents: price }: Terms,
): KnownPayment | undefined {
  const isUndone = ({ status, cents, refundedCents }: KnownPayment) =>
    status === 'reversed' || status === 'refunded' || refundedCents >= (cents ?? price);
  const standing = payments.filter((payment) => !isUndone(payment)).map((payment) => payment.paidAt ?? 0);
  const latestStanding = Math.max(0, ...standing);
  return payments.find((payment) => {
    if (!isUndone(payment)) return false;
    const at = payment.paidAt ?? payment.undoneAt ?? 0;
    return latestStanding <= at && (lastPayment?.at ?? 0) <= at + SAME_PAYMENT;
  });
}

const MONTHS = { month: 1, year: 12 };

/** Returns the instant one paid period later. */
export const addPeriod = (at: number, interval: Terms['interval']): number => addMonths(at, MONTHS[interval]);
