import type { Db } from '#platform/database/open.ts';
import type { PaymentProvider } from '../provider.ts';
import type { SubscriptionRow } from '../queries.ts';
import type { Paid } from '../receipt-mail.ts';
import { termsOf } from '../terms.ts';

/** Type of the entries in `payment_events` that the site writes itself. */
export const OTHER_AMOUNT = 'OTHER.AMOUNT';

/**
 * Makes a task of payments that are not the agreed price: most likely the owner has changed the plan at the
 * provider. One task for each plan and amount, because one change concerns all members. Call it in the
 * transaction that records the payments.
 */
export async function recordOtherAmounts(
  db: Db,
  provider: Pick<PaymentProvider, 'name' | 'account'>,
  row: SubscriptionRow,
  paid: readonly Paid[],
): Promise<void> {
  const price = termsOf(row);
  const planId = row.plan_id ?? provider.account;
  for (const { id, cents, currency, at } of paid) {
    if (cents === price.cents && currency === price.currency) continue;
    const expected = { cents: price.cents, currency: price.currency };
    await db
      .insertInto('payment_events')
      .values({
        provider: provider.name,
        provider_id: `${OTHER_AMOUNT} ${planId} ${cents} ${currency}`,
        type: OTHER_AMOUNT,
        subscription_id: row.id,
        received_at: at,
        details: JSON.stringify({
          ids: [id],
          subscriptionId: row.provider_id,
          planId,
          expected,
          cents,
          currency,
        }),
        state: 'amount',
      })
      .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
      .execute();
  }
}
