import type { Db } from '#platform/database/open.ts';
import { holdUser } from './follow-role.ts';

/**
 * Before an account is deleted: its subscriptions take no further payments, and know no longer whose they were. The
 * provider is told afterwards, as often as it takes. Belongs into the transaction of the deletion.
 */
export async function endSubscriptionsOf(db: Db, userId: number): Promise<void> {
  await holdUser(db, userId);
  await db
    .updateTable('subscriptions')
    .set((eb) => ({
      wish: 'stop',
      email_key: null,
      browser_hash: null,
      next_check_at: Date.now(),
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userId)
    .execute();
}
