import { forgetInAuditLog } from '#features/audit-log/server/record-change.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { ITEM_TYPE } from './manage/subscription-page.ts';

/** An account, or the address given at a checkout without one. */
type Payer = { userId: number } | { emailKey: string };

/**
 * Ends the subscriptions of a payer whose data will be erased, and removes that data from them. The
 * reconciler then cancels them at the provider.
 */
export async function endSubscriptionsOf(db: Db, payer: Payer): Promise<void> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where((eb) =>
      'userId' in payer
        ? eb('user_id', '=', payer.userId)
        : eb.and([eb('user_id', 'is', null), eb('email_key', '=', payer.emailKey)]),
    )
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db
    .updateTable('subscriptions')
    .set((eb) => ({
      wish: 'stop',
      email_key: null,
      browser_hash: null,
      next_check_at: Date.now(),
      updated_at: Date.now(),
      // The site refunds payments from now on, and they open nothing.
      refund_after: eb.fn.coalesce(
        'refund_after',
        eb
          .selectFrom('payments')
          .select(({ fn }) => fn.max('paid_at').as('at'))
          .whereRef('payments.subscription_id', '=', 'subscriptions.id'),
        eb.val(0),
      ),
      version: eb('version', '+', 1),
    }))
    .where(isOneOf(db, 'id', ids))
    .execute();
  await forgetReasons(db, ids);
}

/** Removes the administrators' reasons from refunds and from the audit log. Keeps the amounts. */
async function forgetReasons(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('admin_refunds')
    .set({ reason: '' })
    .where(isOneOf(db, 'subscription_id', ids))
    .execute();
  await forgetInAuditLog(db, ITEM_TYPE, ids.map(String), 'reason');
}
