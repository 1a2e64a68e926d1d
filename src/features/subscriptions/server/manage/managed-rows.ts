import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { ManagedState, ManagedSubscription } from '../../contract/admin-schemas.ts';
import type { SubscriptionStatus } from '../../contract/schemas.ts';
import { hasAccess, type SubscriptionRow } from '../queries.ts';
import { providerOf, termsOf } from '../terms.ts';

/** A subscription with its account, and its event of an open dispute. */
export type ManagedRow = SubscriptionRow & {
  username: string | null;
  email: string | null;
  dispute_id: number | null;
};

/** Reads subscriptions with the accounts that own them. */
export const managedRows = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .leftJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .select(['users.username', 'users.email'])
    .select((eb) =>
      eb
        .selectFrom('payment_events')
        .select((events) => events.fn.max('payment_events.id').as('id'))
        .whereRef('payment_events.subscription_id', '=', 'subscriptions.id')
        .where('payment_events.state', '=', 'dispute')
        .as('dispute_id'),
    );

/** Returns a row's state at the instant `now`. A cancelled one ends with its paid time. */
export function managedState(
  row: Pick<SubscriptionRow, 'status' | 'access_until'>,
  now: number,
): ManagedState {
  switch (row.status) {
    case 'active':
    case 'pending':
      return row.status;
    case 'past_due':
      return 'failed';
    case 'cancelled':
      return hasAccess(row, now) ? 'canceled' : 'ended';
    default:
      return 'ended';
  }
}

type LastPayment = { cents: number; currency: string; paid_at: number };

/** Reads the latest payment of each subscription, including refunded ones. */
export async function lastPayments(db: Db, ids: readonly number[]): Promise<Map<number, LastPayment>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payments')
    .select(['subscription_id', 'cents', 'currency', 'paid_at'])
    .where(isOneOf(db, 'subscription_id', ids))
    .orderBy('paid_at')
    .execute();
  return new Map(
    rows.flatMap(({ subscription_id, cents, currency, paid_at }) =>
      cents === null || currency === null || paid_at === null
        ? []
        : [[subscription_id, { cents, currency, paid_at }] as const],
    ),
  );
}

/** Maps a row for an administrator. */
export function toManaged(row: ManagedRow, last: LastPayment | undefined, now: number): ManagedSubscription {
  const state = managedState(row, now);
  const isOver = state === 'ended' && row.status === 'cancelled';
  return {
    id: row.id,
    userId: row.user_id,
    name: row.username,
    email: row.email ?? row.email_key,
    state,
    status: isOver ? 'expired' : (row.status as SubscriptionStatus),
    closedAt: instantOrNull(row.closed_at),
    hasDispute: row.dispute_id !== null,
    price: termsOf(row),
    provider: providerOf(row.provider),
    number: row.provider_id,
    startedAt: instant(row.activated_at ?? row.created_at),
    nextPaymentAt: row.status === 'active' ? instantOrNull(row.next_payment_at) : null,
    paidUntil: instantOrNull(row.paid_through),
    accessUntil: instantOrNull(row.access_until),
    lastPayment: last ? { cents: last.cents, currency: last.currency, at: instant(last.paid_at) } : null,
  };
}
