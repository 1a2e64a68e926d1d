import { instantOrNull } from '#platform/text/instants.ts';
import type { Subscription, SubscriptionStatus } from '../contract/schemas.ts';
import { hasAccess, type SubscriptionRow } from './queries.ts';
import { providerOf, termsOf } from './terms.ts';

/** Picks the row to show to a payer: one with access, else one being confirmed, else the latest. */
export function currentSubscription(
  rows: readonly SubscriptionRow[],
  now: number,
): SubscriptionRow | undefined {
  const candidates = rows.filter((row) => row.status !== 'created' && row.status !== 'abandoned');
  return (
    candidates
      .filter((row) => hasAccess(row, now))
      .sort((a, b) => Number(b.status === 'active') - Number(a.status === 'active') || b.id - a.id)[0] ??
    candidates.find((row) => row.status === 'pending') ??
    candidates[0]
  );
}

/** Maps a row for its owner at the instant `now`. A row without access any more counts as expired at once. */
export function toSubscription(row: SubscriptionRow, now: number): Subscription {
  const isOpen = hasAccess(row, now);
  const hasEnded = ['active', 'past_due', 'cancelled'].includes(row.status) && !isOpen;
  const neverPaid = row.status === 'past_due' && row.paid_through === null;
  return {
    status: hasEnded && !neverPaid ? 'expired' : (row.status as SubscriptionStatus),
    // A past date is not the next one: its payment is late.
    nextPaymentAt: row.status === 'active' ? instantOrNull(future(row.next_payment_at, now)) : null,
    paidUntil: instantOrNull(future(row.paid_through, now)),
    accessUntil: isOpen ? instantOrNull(endOf(row, now)) : null,
    canUndo: row.status === 'cancelled' && row.wish === 'pause' && isOpen && row.refused_action !== 'resume',
    isTest: providerOf(row.provider) === 'sandbox',
    price: termsOf(row),
  };
}

/** Hides the grace period while payments succeed. */
const endOf = (row: SubscriptionRow, now: number) =>
  row.status === 'active' ? (future(row.paid_through, now) ?? row.access_until) : row.access_until;

const future = (at: number | null, now: number) => (at !== null && at > now ? at : null);
