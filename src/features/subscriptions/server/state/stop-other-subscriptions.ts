import type { Db } from '#platform/database/open.ts';
import type { ProviderSubscription } from '../provider.ts';
import { belongsTo, type Payer, type SubscriptionRow } from '../queries.ts';

/*
 * Prevents double payments. The first paid subscription stays, and the site refunds the payment of another.
 */

const payerOf = ({ user_id, browser_hash }: SubscriptionRow): Payer | null =>
  user_id !== null ? { userId: user_id } : browser_hash !== null ? { browserHash: browser_hash } : null;

/** The payer's subscriptions except this one. */
const othersOf = (db: Db, payer: Payer, { id }: SubscriptionRow) =>
  db.selectFrom('subscriptions').where(belongsTo(payer)).where('id', '!=', id);

/** Whether the owner has another paid subscription that goes on. */
export async function isSecondSubscription(
  db: Db,
  row: SubscriptionRow,
  subscription: ProviderSubscription | null,
  now: number,
): Promise<boolean> {
  const payer = payerOf(row);
  const isPaidFor = subscription?.state === 'active' || subscription?.lastPayment != null;
  if (row.activated_at !== null || payer === null || !isPaidFor) return false;
  const first = await othersOf(db, payer, row)
    .select('id')
    .where('status', '=', 'active')
    .where('wish', '=', 'renew')
    .where('paid_through', '>', now)
    .executeTakeFirst();
  return first !== undefined;
}

/** Whether the owner of a subscription has another one that gives access and goes on. */
export async function hasAnother(db: Db, row: SubscriptionRow, now: number): Promise<boolean> {
  const payer = payerOf(row);
  if (payer === null) return false;
  const other = await othersOf(db, payer, row)
    .select('id')
    .where('status', 'in', ['active', 'past_due'])
    .where('wish', '=', 'renew')
    .where('access_until', '>', now)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Stops the payer's other subscriptions, so that nobody pays twice. Paid time stays open. A payment not known
 * yet is refunded.
 */
export async function stopOtherSubscriptions(db: Db, row: SubscriptionRow, now: number): Promise<void> {
  const payer = payerOf(row);
  if (payer === null) return;
  const others = await othersOf(db, payer, row)
    .selectAll()
    // A subscription that the owner has suspended at the provider has status `cancelled` here. The owner may
    // activate it again.
    .where('status', 'in', ['active', 'past_due', 'cancelled'])
    .where('wish', '!=', 'stop')
    .execute();
  for (const other of others) await stop(db, other, await latestPaymentAt(db, other.id), now);
}

/**
 * Keeps a user's first paid subscription, else the latest running one, and refunds the current payment of the
 * others. Stops also one with a failed renewal, because the provider retries its payment.
 */
export async function stopDoubleSubscriptions(db: Db, userId: number, now: number): Promise<void> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'past_due'])
    .where('wish', '=', 'renew')
    .orderBy((eb) => eb.fn.coalesce('activated_at', 'created_at'))
    .orderBy('id')
    .execute();
  const isPaid = ({ paid_through }: SubscriptionRow) => paid_through !== null && paid_through > now;
  const kept = rows.find(isPaid) ?? rows.findLast(({ status }) => status === 'active') ?? rows.at(-1);
  for (const row of rows.filter((each) => each !== kept)) {
    const latest = await latestPaymentAt(db, row.id);
    await stop(db, row, isPaid(row) ? latest - 1 : latest, now);
  }
}

const stop = (db: Db, { id }: SubscriptionRow, refundAfter: number, now: number) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({
      wish: 'stop',
      refund_after: refundAfter,
      next_check_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

/** Returns the time of the latest known payment; 0 without one. */
export async function latestPaymentAt(db: Db, subscriptionId: number): Promise<number> {
  const { at } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.max('paid_at').as('at'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return Number(at ?? 0);
}
