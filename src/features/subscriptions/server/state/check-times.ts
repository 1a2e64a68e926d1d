import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { OVERDUE_AFTER } from './payment-rules.ts';
import type { IntendedState, KnownSubscription } from './subscription-state.ts';

/* Times of a subscription's next reconciliation. Instants are epoch milliseconds. */

/**
 * Returns the next check of a running subscription: daily, an hour after the billing date, and then often
 * until the renewal counts as failed.
 */
export function nextRenewalCheck(billingDate: number, now: number): number {
  const first = billingDate + HOUR;
  if (now < first) return Math.min(now + DAY, first);
  const failure = billingDate + OVERDUE_AFTER;
  return now < failure ? Math.min(now + 4 * HOUR, failure) : now + 6 * HOUR;
}

/**
 * Time in ms in which an unpaid checkout is polled. The provider retries its webhook events for three days.
 */
const UNPAID_CHECK_PERIOD = 3 * DAY;

/**
 * Returns the next check of an unpaid checkout: after a quarter of its age, at least 5 s while a reader waits
 * and at most 6 h; null when it is too old.
 */
export function nextUnpaidCheck(age: number, isAwaited: boolean, now: number): number | null {
  if (age > UNPAID_CHECK_PERIOD) return null;
  const least = isAwaited ? 5_000 : MINUTE;
  return now + Math.min(Math.max(Math.round(age / 4), least), 6 * HOUR);
}

/**
 * Returns the next check of a subscription that has ended at the provider: daily during the paid time,
 * because a refund's event may get lost. The provider may also list a payment late, after the site ended the
 * subscription without it.
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
 * Returns the next attempt to stop a subscription: now, or with a backoff after earlier calls; null after a
 * final refusal.
 */
export function nextStopAttempt(row: KnownSubscription, now: number): number | null {
  if (row.refusedAction === 'cancel') return null;
  return row.intended === 'stop' ? now + actionBackoff(row) : now;
}

/**
 * Returns the next attempt to reach the intended state; `otherwise` if that is earlier or the refusal is
 * final.
 */
export function nextAttempt(
  row: KnownSubscription,
  intended: IntendedState,
  otherwise: number | null,
  now: number,
): number | null {
  if (row.refusedAction === (intended === 'stop' ? 'cancel' : 'suspend')) return otherwise;
  return Math.min(otherwise ?? Number.POSITIVE_INFINITY, now + actionBackoff(row));
}

/** Backoff after failures: a minute, doubled by each further failure, at most 6 h. */
const actionBackoff = ({ actionFailures }: KnownSubscription) =>
  Math.min(MINUTE * 2 ** Math.max(actionFailures - 1, 0), 6 * HOUR);

/** Returns the time a day later, at most `until`; null when `until` has passed. */
const dailyUntil = (until: number | null, now: number): number | null =>
  until === null || until <= now ? null : Math.min(now + DAY, until);
