import type { Db } from '#platform/database/open.ts';
import type { EventPayment, ProviderSubscription } from '../provider.ts';
import type { SubscriptionRow } from '../queries.ts';
import { recordEventPayment } from '../state/record-payment.ts';
import { providerOf } from '../terms.ts';

/**
 * Matches waiting events about money with a subscription's transactions. An event matches a listed payment,
 * or a listed refund with a payment before it. Call it in the transaction that records the list.
 */
export async function matchWaitingEvents(
  db: Db,
  row: SubscriptionRow,
  { id, payments, otherTransactionIds }: ProviderSubscription,
): Promise<void> {
  const waiting = await db
    .selectFrom('payment_events')
    .select(['id', 'details'])
    .where('provider', '=', providerOf(row.provider))
    .where('state', '=', 'unmatched')
    .execute();
  for (const event of waiting) {
    const details = JSON.parse(event.details ?? '{}') as EventPayment & { subscriptionId?: string | null };
    const ids = details.ids.filter((each) => payments.some((payment) => payment.id === each));
    const isRefund = details.refundId !== null && otherTransactionIds.includes(details.refundId);
    if (ids.length === 0 && !isRefund && details.subscriptionId !== id) continue;
    // A refund names no payment. It belongs to the latest payment before it, wherever the list has that.
    const before = payments.filter(({ at }) => at <= details.at).sort((a, b) => a.at - b.at);
    const latest = before.at(-1)?.id;
    const about = details.ids.length > 0 ? details.ids : latest === undefined ? [] : [latest];
    // Without a payment the event keeps waiting. Marking it as matched would lose it.
    if (about.length === 0) continue;
    await db
      .updateTable('payment_events')
      .set({ state: 'matched', subscription_id: row.id })
      .where('id', '=', event.id)
      .execute();
    await recordEventPayment(db, row, { ...details, ids: about });
  }
}
