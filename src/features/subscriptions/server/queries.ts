import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { KnownPayment } from './subscription-state.ts';

export type SubscriptionRow = Selectable<Tables['subscriptions']>;

/** Who pays: an account, or a browser without one. */
export type Payer = { userId: number } | { browserHash: string };

/** The rows of a payer. A row may be an account's, by its address, and still open for the browser that paid. */
export const belongsTo = (payer: Payer) => (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
  'userId' in payer ? eb('user_id', '=', payer.userId) : eb('browser_hash', '=', payer.browserHash);

export const findSubscription = (db: Db, id: number): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();

export const findByProviderId = (
  db: Db,
  provider: string,
  providerId: string,
): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();

export const findByReference = (db: Db, reference: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('reference', '=', reference).executeTakeFirst();

/** All that a payer ever began, the latest first. */
export const subscriptionsOf = (db: Db, payer: Payer): Promise<SubscriptionRow[]> =>
  db.selectFrom('subscriptions').selectAll().where(belongsTo(payer)).orderBy('id', 'desc').execute();

/** The payments that are known of a subscription, as the rule reads them. */
export async function paymentsOf(db: Db, subscriptionId: number): Promise<KnownPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .execute();
  return rows.map((row) => ({
    status: row.status as KnownPayment['status'],
    cents: row.cents,
    refundedCents: row.refunded_cents,
    paidAt: row.paid_at,
    undoneAt: row.undone_at,
  }));
}

/** The provider is to be asked anew: whoever is asking at this moment asks once more. */
export async function askSoon(db: Db, id: number): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ next_check_at: Date.now(), failed_checks: 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Is premium content open by a row of this browser? */
export async function browserHasPaid(db: Db, browserHash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where(belongsTo({ browserHash }))
    .where('access_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
