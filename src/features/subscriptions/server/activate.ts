import { notFound } from '#platform/http/errors.ts';
import { claimSubscriptions } from './claim.ts';
import { findByProviderId, type SubscriptionRow } from './queries.ts';
import { type RefreshSetup, refreshIfAnswered } from './refresh.ts';

/** Whether it belongs to somebody else or to nobody is not told. */
const UNKNOWN = 'There is no payment of yours with this number.';

/**
 * A browser reports that a payment was approved. It is only a reason to ask the provider; when the provider does not
 * answer now, it is asked until it does. 404 when the checkout is not this reader's.
 */
export async function activate(
  setup: RefreshSetup,
  providerId: string,
  asker: { userId: number | null; browserHash: string | null },
): Promise<SubscriptionRow> {
  const { db, provider } = setup;
  const row = await findByProviderId(db, provider.name, providerId);
  if (!row || !isOwner(row, asker)) throw notFound(UNKNOWN);
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ status: 'pending', next_check_at: Date.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('status', '=', 'created')
    .execute();
  // Signed in since the checkout was begun: whoever paid is this account.
  if (row.user_id === null && asker.userId !== null)
    await db
      .transaction()
      .execute((transaction) => claimSubscriptions(transaction, asker.userId as number, asker.browserHash));
  const present = await refreshIfAnswered(setup, row);
  // Another account that signed in with this browser was faster.
  if (!isOwner(present, asker)) throw notFound(UNKNOWN);
  return present;
}

const isOwner = (row: SubscriptionRow, asker: { userId: number | null; browserHash: string | null }) =>
  (row.user_id !== null && row.user_id === asker.userId) ||
  (row.browser_hash !== null && row.browser_hash === asker.browserHash);
