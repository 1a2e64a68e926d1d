import { randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import type { Terms } from '../../shared/prices.ts';
import type { PaymentProvider } from '../provider.ts';
import { belongsTo, type Payer, type SubscriptionRow } from '../queries.ts';
import { checkColumns, storedProvider } from '../terms.ts';

export const BEING_CONFIRMED = 'We are confirming your payment. There is nothing more to pay.';

/** The payer, and the price that the page showed. */
export interface CheckoutOrder {
  payer: Payer;
  emailKey: string | null;
  terms: Terms;
}

/** Abandons an unpaid checkout. The reconciler still checks it: a late payment counts. */
export const abandonCheckout = (db: Db, { id }: SubscriptionRow) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({ status: 'abandoned', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute();

/**
 * Inserts a checkout. `planId`: null for the configured plan. The unique index lets one of two concurrent
 * calls insert; both return its row.
 */
export async function insertCheckout(
  db: Db,
  provider: Pick<PaymentProvider, 'name' | 'account'>,
  planId: string | null,
  { payer, emailKey, terms }: CheckoutOrder,
): Promise<SubscriptionRow> {
  const now = Date.now();
  const stored = storedProvider(provider.name, planId);
  const inserted = await db
    .insertInto('subscriptions')
    .values({
      reference: randomBytes(16).toString('hex'),
      provider: stored,
      ...('userId' in payer ? { user_id: payer.userId } : { browser_hash: payer.browserHash }),
      email_key: emailKey,
      status: 'created',
      created_at: now,
      updated_at: now,
      ...checkColumns({ provider: stored }, now + MINUTE),
      // Stored before the call to the provider, because the configured plan may change.
      plan_id: planId ?? provider.account,
      ...(planId === null
        ? {}
        : {
            price_cents: terms.cents,
            price_currency: terms.currency,
            price_interval: terms.interval,
          }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return inserted;
  return (
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where(belongsTo(payer))
      .where('status', 'in', ['created', 'pending'])
      // The checkout is no longer open: it was paid in between.
      .executeTakeFirstOrThrow(() => new HttpError('payment-pending', BEING_CONFIRMED))
  );
}
