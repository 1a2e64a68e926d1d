import type { Db } from '#platform/database/open.ts';
import type { SubscriptionRow } from '../queries.ts';
import { EARLY, type IntendedState } from '../state/subscription-state.ts';

/** Reason for which the site refunds a payment. */
export type RefundReason = 'second-subscription' | 'account-deleted' | 'after-cancellation';

/**
 * Stores a refund for each payment that is not owed because it came after the row's `refund_after`. In a
 * subscription that goes on, only payments before the end of the paid time are not owed. A repeated call adds
 * nothing: a payment has at most one refund.
 */
export async function requestRefunds(db: Db, row: SubscriptionRow, intended: IntendedState): Promise<void> {
  if (row.refund_after === null) return;
  const before = intended === 'renew' ? (row.paid_through ?? 0) - EARLY : Number.MAX_SAFE_INTEGER;
  const payments = await db
    .selectFrom('payments')
    .select('provider_id')
    .where('subscription_id', '=', row.id)
    .where('status', '=', 'completed')
    .where('paid_at', '>', row.refund_after)
    .where('paid_at', '<', before)
    .execute();
  const now = Date.now();
  for (const { provider_id } of payments)
    await db
      .insertInto('refunds')
      .values({
        subscription_id: row.id,
        provider: row.provider,
        payment_id: provider_id,
        reason: reasonFor(row),
        // PayPal allows 38 characters; its payment ids have 17.
        request_id: `refund-${provider_id}`,
        status: 'due',
        next_attempt_at: now,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'payment_id']).doNothing())
      .execute();
}

function reasonFor({ user_id, browser_hash, paused_at, closed_at }: SubscriptionRow): RefundReason {
  if (user_id === null && browser_hash === null) return 'account-deleted';
  return paused_at === null && closed_at === null ? 'second-subscription' : 'after-cancellation';
}
