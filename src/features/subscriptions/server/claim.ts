import type { Db } from '#platform/database/open.ts';
import { followRole, holdUser } from './follow-role.ts';
import { keepNewest } from './stop-others.ts';

/**
 * Gives a user what was paid for without an account, by two proofs only: the browser that paid, and an address that
 * the account has proven. Belongs into the transaction that proves it.
 */
export async function claimSubscriptions(
  db: Db,
  userId: number,
  browserHash: string | null = null,
): Promise<void> {
  const claimable = await unclaimed(db, browserHash, await provenEmail(db, userId));
  if (browserHash === null && claimable.length === 0) return;
  const now = Date.now();
  await holdUser(db, userId);
  if (browserHash !== null) await closeWithSession(db, userId, browserHash);
  for (const { id, status, browser_hash } of claimable) {
    if (status === 'created' || status === 'pending') await giveUpOpenCheckout(db, userId);
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
  await keepNewest(db, userId, now);
  await followRole(db, userId, now);
}

/** Signed in where they paid: from now on the session opens it there, and signing out closes it. */
const closeWithSession = (db: Db, userId: number, browserHash: string) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({ browser_hash: null, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('browser_hash', '=', browserHash)
    .execute();

/** What was paid for with an address goes to the account that has proven it, signed in or not. */
export async function giveToProvenOwner(db: Db, emailKey: string | null): Promise<void> {
  if (emailKey === null) return;
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  if (owner) await db.transaction().execute((transaction) => claimSubscriptions(transaction, owner.id));
}

async function provenEmail(db: Db, userId: number): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('email_key')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return user?.email_key ?? null;
}

/**
 * By an address only what was paid: anybody may begin a checkout with anybody's address, and who goes on with a
 * checkout pays for the browser that began it too.
 */
const unclaimed = (db: Db, browserHash: string | null, emailKey: string | null) =>
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

/** A payer has one open checkout. The one that is given up is watched on: if it is paid after all, it counts. */
const giveUpOpenCheckout = (db: Db, userId: number) =>
  db
    .updateTable('subscriptions')
    .set((eb) => ({ status: 'abandoned', version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('status', 'in', ['created', 'pending'])
    .execute();
