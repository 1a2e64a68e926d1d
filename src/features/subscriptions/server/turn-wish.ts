import { conflict } from '#platform/http/errors.ts';
import { followRole, holdUser } from './follow-role.ts';
import { findSubscription, type SubscriptionRow } from './queries.ts';
import { type RefreshSetup, refreshIfAnswered } from './refresh.ts';
import { queueNews } from './subscription-mails.ts';

const NOTHING_TO_CANCEL = 'There is nothing to cancel: no further payment will be taken.';
const TOO_LATE = 'This cancellation cannot be taken back. You can subscribe again when it has ended.';

/**
 * The reader cancels (`pause`) or takes it back (`renew`). It is written down first and then told to the provider; a
 * provider that does not answer is told later, as often as it takes.
 */
export async function turnWish(
  setup: RefreshSetup,
  row: SubscriptionRow,
  to: 'pause' | 'renew',
): Promise<SubscriptionRow> {
  const { db, publicUrl } = setup;
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    await holdUser(transaction, row.user_id);
    const turned = await transaction
      .updateTable('subscriptions')
      .set((eb) => ({
        wish: to,
        next_check_at: now,
        updated_at: now,
        version: eb('version', '+', 1),
        ...(to === 'pause'
          ? {
              status: 'cancelled',
              paused_at: now,
              next_payment_at: null,
              access_until: eb.ref('paid_through'),
            }
          : { status: 'active' }),
      }))
      .where('id', '=', row.id)
      .where('wish', '=', to === 'pause' ? 'renew' : 'pause')
      .where('status', 'in', to === 'pause' ? ['active', 'past_due'] : ['cancelled'])
      .where('access_until', '>', now)
      .returningAll()
      .executeTakeFirst();
    if (!turned) {
      // Pressed twice: it is as wished already.
      const present = await findSubscription(transaction, row.id);
      if (present?.wish === to && (to === 'renew') === (present.status === 'active')) return;
      throw conflict(to === 'pause' ? NOTHING_TO_CANCEL : TOO_LATE);
    }
    await followRole(transaction, row.user_id, now);
    await queueNews(transaction, row, turned, publicUrl());
  });
  return refreshIfAnswered(setup, row);
}
