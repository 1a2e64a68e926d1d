import { provenEmailOf, provenOwner } from '#features/accounts/server/proven-email.ts';
import type { Db } from '#platform/database/open.ts';
import { stopDoubleSubscriptions } from '../state/stop-other-subscriptions.ts';
import { lockUser, syncRole } from '../state/sync-role.ts';

/**
 * Moves subscriptions that were paid without an account to a user. Accepts two proofs: the cookie of the
 * browser that paid, and an address that the account has proven. Call it in the transaction that establishes
 * the proof.
 */
export async function claimSubscriptions(
  db: Db,
  userId: number,
  browserHash: string | null = null,
): Promise<void> {
  const claimable = await findClaimable(db, browserHash, await provenEmailOf(db, userId));
  if (browserHash === null && claimable.length === 0) return;
  const now = Date.now();
  await lockUser(db, userId);
  if (browserHash !== null) await unlinkBrowser(db, userId, browserHash);
  for (const { id, status, browser_hash } of claimable) {
    if (status === 'created' || status === 'pending') await abandonOpenCheckout(db, userId);
    await db
      .updateTable('subscriptions')
      .set((eb) => ({
        user_id: userId,
        ...(browser_hash === browserHash ? { browser_hash: null } : {}),
        next_check_at: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .execute();
  }
  await stopDoubleSubscriptions(db, userId, now);
  await syncRole(db, userId, now);
}

/** From now on the session gives access in the browser that paid, so logging out ends it. */
const unlinkBrowser = (db: Db, userId: number, browserHash: string) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({ browser_hash: null, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('browser_hash', '=', browserHash)
    .execute();

/** Moves an address's subscriptions to the account that has proven it, if one exists. */
export async function claimForProvenOwner(db: Db, emailKey: string | null): Promise<void> {
  if (emailKey === null) return;
  const owner = await provenOwner(db, emailKey);
  if (owner) await db.transaction().execute((transaction) => claimSubscriptions(transaction, owner.id));
}

/**
 * Selects the subscriptions that the proofs cover. An address covers paid ones only. Otherwise, anybody could
 * start a checkout with a stranger's address, and the stranger's payment would open premium content in their
 * browser.
 */
const findClaimable = (db: Db, browserHash: string | null, emailKey: string | null) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'browser_hash'])
    .where('user_id', 'is', null)
    .where((eb) =>
      eb.or([
        ...(browserHash === null ? [] : [eb('browser_hash', '=', browserHash)]),
        ...(emailKey === null
          ? []
          : [eb.and([eb('email_key', '=', emailKey), eb('activated_at', 'is not', null)])]),
      ]),
    )
    .execute();

/**
 * Abandons the user's open checkout, because a payer may have only one. The reconciler still checks it: a
 * late payment counts.
 */
const abandonOpenCheckout = (db: Db, userId: number) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({ status: 'abandoned', version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('status', 'in', ['created', 'pending'])
    .execute();
