import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { KnownPayment } from './state/payment-rules.ts';
import { storedProviders } from './terms.ts';

export type SubscriptionRow = Selectable<Tables['subscriptions']>;

/** Whether a subscription gives access at the instant `now`. */
export const hasAccess = ({ access_until }: Pick<SubscriptionRow, 'access_until'>, now: number): boolean =>
  (access_until ?? 0) > now;

/** An account, or the browser of a visitor. */
export type Payer = { userId: number } | { browserHash: string };

/** Rows of a payer. A row claimed by address belongs to the account and still to the browser that paid. */
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
    .where('provider', 'in', storedProviders(provider))
    .where('provider_id', '=', providerId)
    .executeTakeFirst();

export const findByReference = (db: Db, reference: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscriptions').selectAll().where('reference', '=', reference).executeTakeFirst();

/** Reads all checkouts and subscriptions of a payer, the latest first. */
export const subscriptionsOf = (db: Db, payer: Payer): Promise<SubscriptionRow[]> =>
  db.selectFrom('subscriptions').selectAll().where(belongsTo(payer)).orderBy('id', 'desc').execute();

/** Reads the stored payments of a subscription, in the form that the state rule takes. */
export async function paymentsOf(db: Db, subscriptionId: number): Promise<KnownPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.provider', '=', 'payments.provider')
        .onRef('refunds.payment_id', '=', 'payments.provider_id'),
    )
    .selectAll('payments')
    .select('refunds.id as refund_id')
    .where('payments.subscription_id', '=', subscriptionId)
    .execute();
  return rows.map((row) => ({
    status: row.status as KnownPayment['status'],
    cents: row.cents,
    refundedCents: row.refunded_cents,
    paidAt: row.paid_at,
    undoneAt: row.undone_at,
    isOurRefund: row.refund_id !== null,
  }));
}

/** Makes a subscription due. The new version makes a running reconciliation start over. */
export async function scheduleCheckNow(db: Db, id: number): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ next_check_at: Date.now(), failed_checks: 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Locks a subscription until the end of the transaction. */
export async function lockSubscription(db: Db, id: number): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
