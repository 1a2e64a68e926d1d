import { provenEmailOf, provenOwner } from '#features/accounts/server/proven-email.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import type { GrantSource } from '../contract/schemas.ts';
import { refreshGrantedUntil } from './granted-until.ts';

/** Accounts per sweep. */
const MAX_ADOPTED = 1_000;

/** An account, or an address: the grant goes to the account that has verified it or verifies it later. */
type Grantee = { userId: number } | { email: string };

interface NewGrant {
  to: Grantee;
  /** Start in epoch ms, not in the future. Default: now. */
  startsAt?: number;
  /** End in epoch ms; null: no end. */
  endsAt: number | null;
  /** Shown to the owner, and part of the person's copy of their data. */
  reason: string;
  source: GrantSource;
  /** Id of the account that gives the grant; null: the program. */
  grantedBy: number | null;
}

/**
 * Grants access to premium content, independent of payments. Runs in the caller's transaction. Returns the
 * grant's id.
 */
export async function grantAccess(db: Db, grant: NewGrant): Promise<number> {
  const now = Date.now();
  const { startsAt = now } = grant;
  // `users.granted_until` stores only an end, so grants must not leave gaps.
  if (startsAt > now) throw new RangeError('A grant cannot begin in the future');
  const { userId, emailKey } = await findGrantee(db, grant.to);
  const { id } = await db
    .insertInto('access_grants')
    .values({
      user_id: userId,
      email_key: emailKey,
      starts_at: startsAt,
      ends_at: grant.endsAt,
      reason: grant.reason,
      source: grant.source,
      granted_by: grant.grantedBy,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (userId !== null) await refreshGrantedUntil(db, userId);
  return id;
}

/**
 * Withdraws a grant, effective at once on every node. Runs in the caller's transaction. Returns false when it
 * was withdrawn already, or does not exist.
 */
export async function withdrawGrant(db: Db, id: number, withdrawnBy: number | null): Promise<boolean> {
  const row = await db
    .updateTable('access_grants')
    .set({ withdrawn_at: Date.now(), withdrawn_by: withdrawnBy })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (row && row.user_id !== null) await refreshGrantedUntil(db, row.user_id);
  return row !== undefined;
}

/** Undoes {@link withdrawGrant}. Returns false when the grant was not withdrawn, or does not exist. */
export async function restoreGrant(db: Db, id: number): Promise<boolean> {
  const row = await db
    .updateTable('access_grants')
    .set({ withdrawn_at: null, withdrawn_by: null })
    .where('id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  if (row && row.user_id !== null) await refreshGrantedUntil(db, row.user_id);
  return row !== undefined;
}

/** Gives an account the grants that wait for its verified address. Runs in a transaction. */
export async function adoptGrants(db: Db, userId: number): Promise<void> {
  const emailKey = await provenEmailOf(db, userId);
  if (emailKey === null) return;
  const { numUpdatedRows } = await db
    .updateTable('access_grants')
    .set({ user_id: userId, email_key: null })
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await refreshGrantedUntil(db, userId);
}

/**
 * Gives accounts the grants that still wait although the address is verified. This happens when a grant and a
 * verification are written at the same time, and neither transaction sees the other.
 */
export async function sweepGrants(db: Db): Promise<void> {
  const accounts = await db
    .selectFrom('access_grants')
    .innerJoin('users', 'users.email_key', 'access_grants.email_key')
    .select('users.id')
    .distinct()
    .where('users.email_verified_at', 'is not', null)
    .limit(MAX_ADOPTED)
    .execute();
  for (const { id } of accounts)
    await db.transaction().execute((transaction) => adoptGrants(transaction, id));
}

async function findGrantee(db: Db, to: Grantee) {
  if ('userId' in to) return { userId: to.userId, emailKey: null };
  const emailKey = caseless(to.email);
  const account = await provenOwner(db, emailKey);
  return account ? { userId: account.id, emailKey: null } : { userId: null, emailKey };
}
