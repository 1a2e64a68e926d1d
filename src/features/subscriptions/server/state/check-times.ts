import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { OVERDUE_AFTER } from './payment-rules.ts';
import type { IntendedState, KnownSubscription } from './subscription-state.ts';

/* Times at which a subscription is reconciled next. Instants are epoch milliseconds. */

/**
 * The next check of a running subscription: daily, an hour after the billing date, and then often until the
 * renewal counts as failed.
 */
export function nextRenewalCheck(billingDate: number, now: number): number {
  const first = billingDate + HOUR;
  if (now < first) return Math.min(now + DAY, first);
  const failure = billingDate + OVERDUE_AFTER;
  return now < failure ? Math.min(now + 4 * HOUR, failure) : now + 6 * HOUR;
}

/** Time in which an unpaid checkout is polled. The provider delivers its webhook events for three days. */
const UNPAID_CHECK_PERIOD = 3 * DAY;

/**
 * The next check of a checkout without a payment: after a quarter of its age, at least 5 s while a reader
 * waits for it, at most 6 h; null when it is too old.
 */
export function nextUnpaidCheck(age: number, isAwaited: boolean, now: number): number | null {
  if (age > UNPAID_CHECK_PERIOD) return null;
  const least = isAwaited ? 5_000 : MINUTE;
  return now + Math.min(Math.max(Math.round(age / 4), least), 6 * HOUR);
}

/**
 * The next check of a subscription that has ended at the provider: daily while paid time is left, because a
 * refund is possible and its event may get lost. If the site ended it before it knew of a payment, the
 * provider may list one late.
 */
export function nextEndedCheck(
  row: KnownSubscription,
  paidThrough: number | null,
  now: number,
): number | null {
  if (paidThrough !== null) return dailyUntil(paidThrough, now);
  return row.intended === 'stop' ? nextUnpaidCheck(now - row.createdAt, false, now) : null;
}

/**
 * The next attempt to stop a subscription: now, or later and later when the provider was asked already; null
 * when it refused for good.
 */
export function nextStopAttempt(row: KnownSubscription, now: number): number | null {
  if (row.refusedAction === 'cancel') return null;
  return row.intended === 'stop' ? now + actionBackoff(row) : now;
}

/** The next attempt to reach the intended state; `otherwise` if that is earlier or the refusal is final. */
export function nextAttempt(
  row: KnownSubscription,
  intended: IntendedState,
  otherwise: number | null,
  now: number,
): number | null {
  if (row.refusedAction === (intended === 'stop' ? 'cancel' : 'suspend')) return otherwise;
  return Math.min(otherwise ?? Number.POSITIVE_INFINITY, now + actionBackoff(row));
}

/** The wait after failures: a minute after the first, doubled by each further one, at most 6 h. */
const actionBackoff = ({ actionFailures }: KnownSubscription) =>
  Math.min(MINUTE * 2 ** Math.max(actionFailures - 1, 0), 6 * HOUR);

/** The time a day later, at most `until`; null when `until` has passed. */
const dailyUntil = (until: number | null, now: number): number | null =>
  until === null || until <= now ? null : Math.min(now + DAY, until);
