import { randomBytes } from 'node:crypto';
import type { Db } from '#platform/database/open.ts';
import { conflict } from '#platform/http/errors.ts';
import type { Payer, SubscriptionRow } from './queries.ts';
import { belongsTo, subscriptionsOf } from './queries.ts';
import { type RefreshSetup, refresh } from './refresh.ts';

const ALREADY = 'You have a subscription already.';
const BEING_CONFIRMED = 'Your payment is being confirmed. There is nothing more to pay.';
const CANCELLED =
  'What you have paid for is still open. You can take the cancellation back on your account page.';

export interface Checkout {
  subscriptionId: string;
  approveUrl: string;
}

/**
 * Begins a subscription, or goes on with the one that was begun: people press twice, in two tabs, and after a crash,
 * and pay once. The row is written before the provider hears of it, so that whatever is paid finds its owner.
 * 409 when there is nothing to be paid.
 */
export async function startCheckout(
  setup: RefreshSetup,
  payer: Payer,
  emailKey: string | null,
): Promise<Checkout> {
  const { db, provider, publicUrl } = setup;
  const row =
    (await openCheckout(setup, payer)) ?? (await insertCheckout(db, provider.name, payer, emailKey));
  if (row.provider_id !== null && row.approve_url !== null)
    return { subscriptionId: row.provider_id, approveUrl: row.approve_url };
  const back = `${publicUrl()}/account`;
  const { id, approveUrl } = await provider.create({
    reference: row.reference,
    returnUrl: back,
    cancelUrl: back,
  });
  await db
    .updateTable('subscriptions')
    .set({ provider_id: id, approve_url: approveUrl })
    .where('id', '=', row.id)
    .execute();
  return { subscriptionId: id, approveUrl };
}

/** The payer's open checkout, as the provider sees it at this moment; undefined: none. 409: nothing is to be paid. */
async function openCheckout(setup: RefreshSetup, payer: Payer): Promise<SubscriptionRow | undefined> {
  const rows = await subscriptionsOf(setup.db, payer);
  const now = Date.now();
  for (const known of rows) {
    // Also what was given up a while ago: it may have been paid since, and the news been lost.
    const mayBePaid =
      ['created', 'pending', 'abandoned'].includes(known.status) && known.next_check_at !== null;
    const row = mayBePaid ? await refresh(setup, known.id) : known;
    if (row.status === 'active') throw conflict(ALREADY);
    if (row.status === 'cancelled' && row.wish === 'pause' && (row.access_until ?? 0) > now)
      throw conflict(CANCELLED);
    if (row.provider !== setup.provider.name) continue;
    if (row.status === 'created') return row;
    const isPending = row.status === 'pending';
    if (!isPending && !mayBePaid) continue;
    const said = row.provider_id === null ? null : await setup.provider.read(row.provider_id);
    // The browser said that it was approved, and the provider does not: its page may be shown again, and
    // one agreement cannot be paid for twice.
    if (isPending && said?.state === 'pending') return row;
    if (isPending || said?.state === 'approved') throw conflict(BEING_CONFIRMED);
  }
  return undefined;
}

/** Two tabs at once make one row: the unique index decides, and both go on with it. */
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
      // Gone: it was paid for at this very moment.
      .executeTakeFirstOrThrow(() => conflict(BEING_CONFIRMED))
  );
}
