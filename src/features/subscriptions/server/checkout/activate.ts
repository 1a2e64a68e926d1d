import { notFound } from '#platform/http/serve/errors.ts';
import { findByProviderId, type SubscriptionRow } from '../queries.ts';
import { type ReconcileSetup, reconcileIfAvailable } from '../state/reconcile.ts';
import { claimSubscriptions } from './claim.ts';

/** The same message for another reader's payment and for a missing one, so that ids cannot be probed. */
const UNKNOWN = 'We found no payment of yours with this ID.';

/**
 * Handles a browser's report of an approved payment. The report is not trusted: it only triggers a
 * reconciliation, which is retried while the provider is unavailable. 404 when the checkout is not this
 * reader's.
 */
export async function activate(
  setup: ReconcileSetup,
  providerId: string,
  reporter: { userId: number | null; browserHash: string | null },
): Promise<SubscriptionRow> {
  const { db, provider } = setup;
  const row = await findByProviderId(db, provider.name, providerId);
  if (!row || !isOwner(row, reporter)) throw notFound(UNKNOWN);
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ status: 'pending', next_check_at: Date.now(), version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .where('status', '=', 'created')
    .execute();
  // The payer has signed in since the checkout began.
  if (row.user_id === null && reporter.userId !== null)
    await db
      .transaction()
      .execute((transaction) =>
        claimSubscriptions(transaction, reporter.userId as number, reporter.browserHash),
      );
  const present = await reconcileIfAvailable(setup, row);
  // Another account that signed in with this browser may have claimed it first.
  if (!isOwner(present, reporter)) throw notFound(UNKNOWN);
  return present;
}

const isOwner = (row: SubscriptionRow, reporter: { userId: number | null; browserHash: string | null }) =>
  (row.user_id !== null && row.user_id === reporter.userId) ||
  (row.browser_hash !== null && row.browser_hash === reporter.browserHash);
