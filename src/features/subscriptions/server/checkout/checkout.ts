import { randomBytes } from 'node:crypto';
import { siteTitle } from '#features/settings/server/site-title.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Payer, SubscriptionRow } from '../queries.ts';
import { belongsTo, subscriptionsOf } from '../queries.ts';
import { type ReconcileSetup, reconcile } from '../state/reconcile.ts';

const ALREADY = 'You already have a subscription.';
const BEING_CONFIRMED = 'We are confirming your payment. There is nothing more to pay.';
const CANCELLED = 'Your paid time has not ended yet. You can undo the cancellation on your account page.';

export interface Checkout {
  subscriptionId: string;
  approveUrl: string;
}

/**
 * Starts a checkout, or returns the open one: a payer who presses twice, in two tabs or after a crash pays
 * once. The row is stored before the provider is called, so that every payment finds its owner. 409 when
 * nothing is to be paid.
 */
export async function startCheckout(
  setup: ReconcileSetup,
  payer: Payer,
  emailKey: string | null,
): Promise<Checkout> {
  const { db, provider, publicUrl } = setup;
  const row =
    (await openCheckout(setup, payer)) ?? (await insertCheckout(db, provider.name, payer, emailKey));
  if (row.provider_id !== null && row.approve_url !== null)
    return { subscriptionId: row.provider_id, approveUrl: row.approve_url };
  const returnUrl = `${publicUrl()}/account`;
  const { id, approveUrl } = await provider.create({
    reference: row.reference,
    returnUrl,
    cancelUrl: returnUrl,
    siteTitle: await siteTitle(db),
  });
  await db
    .updateTable('subscriptions')
    .set({ provider_id: id, approve_url: approveUrl })
    .where('id', '=', row.id)
    .execute();
  return { subscriptionId: id, approveUrl };
}

/** Finds the payer's open checkout after reconciling it. 409 when nothing is to be paid. */
async function openCheckout(setup: ReconcileSetup, payer: Payer): Promise<SubscriptionRow | undefined> {
  const rows = await subscriptionsOf(setup.db, payer);
  const now = Date.now();
  for (const stored of rows) {
    // Abandoned checkouts too: one may have been paid since, and its webhook event lost.
    const mayBePaid =
      ['created', 'pending', 'abandoned'].includes(stored.status) && stored.next_check_at !== null;
    const row = mayBePaid ? await reconcile(setup, stored.id) : stored;
    if (row.status === 'active') throw new HttpError('already-subscribed', ALREADY);
    if (row.status === 'cancelled' && row.wish === 'pause' && (row.access_until ?? 0) > now)
      throw new HttpError('cancelled-subscription', CANCELLED);
    if (row.provider !== setup.provider.name) continue;
    if (row.status === 'created') return row;
    const isPending = row.status === 'pending';
    if (!isPending && !mayBePaid) continue;
    const subscription = row.provider_id === null ? null : await setup.provider.read(row.provider_id);
    // The browser reported an approval that the provider does not confirm. Showing the approval page again is
    // safe: one agreement cannot be paid twice.
    if (isPending && subscription?.state === 'pending') return row;
    if (isPending || subscription?.state === 'approved')
      throw new HttpError('payment-pending', BEING_CONFIRMED);
  }
  return undefined;
}

/** Inserts a checkout. Of two concurrent calls the unique index lets one insert; both return its row. */
async function insertCheckout(
  db: Db,
  provider: string,
  payer: Payer,
  emailKey: string | null,
): Promise<SubscriptionRow> {
  const now = Date.now();
  const inserted = await db
    .insertInto('subscriptions')
    .values({
      reference: randomBytes(16).toString('hex'),
      provider,
      ...('userId' in payer ? { user_id: payer.userId } : { browser_hash: payer.browserHash }),
      email_key: emailKey,
      status: 'created',
      created_at: now,
      updated_at: now,
      next_check_at: now + 60_000,
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
      // No longer open: it was paid at this moment.
      .executeTakeFirstOrThrow(() => new HttpError('payment-pending', BEING_CONFIRMED))
  );
}
