import type { Author } from '#features/audit-log/server/change.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { findSubscription, type SubscriptionRow } from '../queries.ts';
import { type ReconcileSetup, reconcileIfAvailable } from '../state/reconcile.ts';
import { setIntendedState } from '../state/set-intended-state.ts';
import { latestPaymentAt } from '../state/stop-other-subscriptions.ts';
import { lockUser, syncRole } from '../state/sync-role.ts';
import { queueEndedMail } from '../subscription-mails.ts';
import { assertCurrent, recordAction } from './record-action.ts';

const NOTHING_TO_END = 'This subscription has ended already. Nothing more is charged.';

/**
 * Cancels a subscription at the end of its paid time, or undoes that, as its owner would. A second press, or
 * a second administrator, changes nothing.
 */
export async function setEnd(
  setup: ReconcileSetup,
  author: Author,
  row: SubscriptionRow,
  intended: 'pause' | 'renew',
  lastChange: number,
): Promise<void> {
  if (row.wish !== intended) await assertCurrent(setup.db, author, row.id, lastChange);
  const done = intended === 'pause' ? 'subscription-canceled' : 'subscription-resumed';
  await setIntendedState(setup, row, intended, (db) => recordAction(db, author, row, { done }));
}

/** Ends access now, whatever is paid, and stops payments for good. Refunds nothing. */
export async function endNow(
  setup: ReconcileSetup,
  author: Author,
  row: SubscriptionRow,
  lastChange: number,
): Promise<void> {
  const { db } = setup;
  const now = Date.now();
  if (row.closed_at === null) await assertCurrent(db, author, row.id, lastChange);
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, row.user_id);
    const refundAfter = Math.max(now, await latestPaymentAt(transaction, row.id));
    const changed = await transaction
      .updateTable('subscriptions')
      .set((eb) => ({
        wish: 'stop',
        status: 'expired',
        closed_at: now,
        ended_at: now,
        access_until: null,
        next_payment_at: null,
        // The site refunds payments from now on.
        refund_after: eb.fn.coalesce('refund_after', eb.val(refundAfter)),
        next_check_at: now,
        updated_at: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .where('closed_at', 'is', null)
      .where('status', 'in', ['pending', 'active', 'past_due', 'cancelled'])
      .returning('id')
      .executeTakeFirst();
    if (!changed) {
      // A repeated press changes nothing.
      const present = await findSubscription(transaction, row.id);
      if (present && present.closed_at !== null) return;
      throw new HttpError('nothing-to-cancel', NOTHING_TO_END);
    }
    await syncRole(transaction, row.user_id, now);
    await queueEndedMail(transaction, row, setup.publicUrl());
    await recordAction(transaction, author, row, { done: 'subscription-ended' });
  });
  await reconcileIfAvailable(setup, row);
}
