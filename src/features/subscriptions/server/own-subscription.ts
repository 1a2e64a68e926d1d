import type { Subscription, SubscriptionStatus } from '../contract.ts';
import type { SubscriptionRow } from './queries.ts';

const instantOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The row of a payer that matters to them: what is open, else what is being confirmed, else what came last. */
export function currentOf(rows: readonly SubscriptionRow[], now: number): SubscriptionRow | undefined {
  const shown = rows.filter((row) => row.status !== 'created' && row.status !== 'abandoned');
  return (
    shown
      .filter((row) => (row.access_until ?? 0) > now)
      .sort((a, b) => Number(b.status === 'active') - Number(a.status === 'active') || b.id - a.id)[0] ??
    shown.find((row) => row.status === 'pending') ??
    shown[0]
  );
}

/** A row as its owner sees it at `now`. What has run out is expired, whether or not anybody has written that down. */
export function toSubscription(row: SubscriptionRow, now: number): Subscription {
  const isOpen = (row.access_until ?? 0) > now;
  const hasEnded = ['active', 'past_due', 'cancelled'].includes(row.status) && !isOpen;
  const neverPaid = row.status === 'past_due' && row.paid_through === null;
  return {
    status: hasEnded && !neverPaid ? 'expired' : (row.status as SubscriptionStatus),
    nextPaymentAt: row.status === 'active' ? instantOf(row.next_payment_at) : null,
    accessUntil: isOpen ? instantOf(endOf(row)) : null,
    canUndo: row.status === 'cancelled' && row.wish === 'pause' && isOpen,
    isTest: row.provider === 'sandbox',
  };
}

/** While it goes well the days of grace are nobody's business. */
const endOf = (row: SubscriptionRow) =>
  row.status === 'active' ? (row.paid_through ?? row.access_until) : row.access_until;
