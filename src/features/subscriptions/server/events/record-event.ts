import type { Db } from '#platform/database/open.ts';
import type { PaymentProvider, ProviderEvent } from '../provider.ts';
import {
  findByProviderId,
  findByReference,
  findSubscription,
  type SubscriptionRow,
  scheduleCheckNow,
} from '../queries.ts';
import { queueReceipts } from '../receipt-mail.ts';
import type { ReconcileSetup } from '../state/reconcile.ts';
import { recordEventPayment } from '../state/record-payment.ts';
import { providerOf, storedProviders } from '../terms.ts';
import { eventState } from './disputes.ts';
import { recordOtherAmounts } from './other-amounts.ts';

/**
 * Stores an event. Returns its subscription; undefined when unknown. An event about money without a
 * subscription waits for a match, and the administrator sees it. Throws `ProviderUnavailable` when the
 * provider must be asked and does not answer; then nothing is stored.
 */
export async function recordEvent(
  { db, provider, publicUrl }: ReconcileSetup,
  received: ProviderEvent,
): Promise<SubscriptionRow | undefined> {
  const event = await withLocation(db, provider, received);
  return db.transaction().execute(async (transaction) => {
    const row = await subscriptionOf(transaction, provider.name, event);
    // First, because it locks the row, which serializes the events of one subscription.
    if (row) await scheduleCheckNow(transaction, row.id);
    const isNew = await transaction
      .insertInto('payment_events')
      .values({
        provider: provider.name,
        provider_id: event.id,
        type: event.type,
        subscription_id: row?.id ?? null,
        received_at: Date.now(),
        details: event.payment === null ? null : JSON.stringify({ ...event.payment, ...named(event) }),
        state: await eventState(transaction, row, event.payment),
      })
      .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (isNew && row && event.payment) {
      const paid = await recordEventPayment(transaction, row, event.payment);
      if (paid) await recordOtherAmounts(transaction, provider, row, [paid]);
      // Read under the lock. Receipts are due only after the activation.
      const locked = await findSubscription(transaction, row.id);
      if (paid && locked?.activated_at) await queueReceipts(transaction, locked, [paid], publicUrl());
    }
    return row;
  });
}

const named = ({ subscriptionId, reference }: ProviderEvent) => ({ subscriptionId, reference });

/** Asks the provider what an event is about, if its ids lead to no known subscription or payment. */
async function withLocation(db: Db, provider: PaymentProvider, event: ProviderEvent): Promise<ProviderEvent> {
  const { payment } = event;
  if (payment === null || (event.subscriptionId !== null && payment.ids.length > 0)) return event;
  if (await findByPayment(db, provider.name, payment.ids)) return event;
  // A reversal may carry the payment's own id.
  if (payment.refundId !== null && (await findByPayment(db, provider.name, [payment.refundId])))
    return { ...event, payment: { ...payment, ids: [payment.refundId] } };
  const { subscriptionId, paymentId } = await provider.locate(payment);
  const ids = paymentId === null || payment.ids.includes(paymentId) ? payment.ids : [paymentId];
  return { ...event, subscriptionId: event.subscriptionId ?? subscriptionId, payment: { ...payment, ids } };
}

/** Finds the subscription by id, by our reference (a crash may have lost the id), or by its payment. */
async function subscriptionOf(
  db: Db,
  provider: string,
  { subscriptionId, reference, payment }: ProviderEvent,
): Promise<SubscriptionRow | undefined> {
  const byId = subscriptionId === null ? undefined : await findByProviderId(db, provider, subscriptionId);
  if (byId) return byId;
  const byReference = reference === null ? undefined : await findByReference(db, reference);
  // Anybody can copy our reference into another subscription, so a row with an id keeps that id.
  const isOurs = byReference !== undefined && providerOf(byReference.provider) === provider;
  if (isOurs && byReference.provider_id === null && subscriptionId !== null) {
    await db
      .updateTable('subscriptions')
      .set({ provider_id: subscriptionId })
      .where('id', '=', byReference.id)
      .execute();
    return byReference;
  }
  return payment === null ? undefined : findByPayment(db, provider, payment.ids);
}

async function findByPayment(
  db: Db,
  provider: string,
  ids: readonly string[],
): Promise<SubscriptionRow | undefined> {
  if (ids.length === 0) return undefined;
  return db
    .selectFrom('subscriptions')
    .innerJoin('payments', 'payments.subscription_id', 'subscriptions.id')
    .selectAll('subscriptions')
    .where('payments.provider', 'in', storedProviders(provider))
    .where('payments.provider_id', 'in', ids)
    .executeTakeFirst();
}
