import type { Db } from '#platform/database/open.ts';
import { belongsTo, type SubscriptionRow } from './queries.ts';

/**
 * Whoever has subscribed anew pays once: the payer's other subscriptions take no further payments. What they have
 * paid for stays open.
 */
export async function stopOthers(db: Db, row: SubscriptionRow, now: number): Promise<void> {
  const payer =
    row.user_id !== null
      ? { userId: row.user_id }
      : row.browser_hash !== null
        ? { browserHash: row.browser_hash }
        : null;
  if (payer === null) return;
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ wish: 'stop', next_check_at: now, version: eb('version', '+', 1) }))
    .where(belongsTo(payer))
    .where('id', '!=', row.id)
    .where('status', 'in', ['active', 'past_due'])
    .where('wish', '!=', 'stop')
    .execute();
}

/** A user who has come by a second one pays for the newer. */
export async function keepNewest(db: Db, userId: number, now: number): Promise<void> {
  const newest = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('wish', '=', 'renew')
    .orderBy('activated_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (newest) await stopOthers(db, newest, now);
}
