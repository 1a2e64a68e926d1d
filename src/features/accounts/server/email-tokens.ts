import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { hashSecret, newSecret } from '#platform/http/bearer-secret.ts';

/* Emailed proofs of an address: 32 random bytes, of which only the hash is stored, and a six-digit code as the
   other way in. Whoever redeems one has read that mailbox within its lifetime. */

export type Purpose = 'sign-in' | 'reset-password' | 'verify-email';

const MINUTE = 60_000;

/** The sign-in link's 15 minutes are the specification's (section 9). */
const LIFETIMES: Record<Purpose, number> = {
  'sign-in': 15 * MINUTE,
  'reset-password': 15 * MINUTE,
  // Opens nothing by itself, so it may wait until the mail is read in the evening.
  'verify-email': 24 * 60 * MINUTE,
};
/** Wrong codes that one link bears: a guess succeeds once in 200,000 links. */
const CODE_ATTEMPTS = 5;
/** A spent or expired link is remembered for a while, so that its page can offer a new one. */
const REMEMBERED_FOR = 7 * 24 * 60 * MINUTE;

const hashCode = (emailKey: string, code: string) => hashSecret(`${emailKey}:${code}`);

export interface IssuedToken {
  token: string;
  code: string;
}

/**
 * A new proof for an address. It ends the older ones of the same purpose: the address's, or the account's when it
 * is for one, so that an account has one open proof whatever address it is about.
 */
export async function issueToken(
  db: Db,
  purpose: Purpose,
  email: string,
  userId: number | null = null,
): Promise<IssuedToken> {
  const token = newSecret();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const emailKey = caseless(email);
  const now = Date.now();
  await together(db, async (transaction) => {
    const older = transaction
      .updateTable('email_tokens')
      .set({ expires_at: now })
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now);
    await (userId === null
      ? older.where('email_key', '=', emailKey).where('user_id', 'is', null)
      : older.where('user_id', '=', userId)
    ).execute();
    await transaction
      .insertInto('email_tokens')
      .values({
        purpose,
        email_key: emailKey,
        user_id: userId,
        token_hash: hashSecret(token),
        code_hash: hashCode(emailKey, code),
        code_attempts: 0,
        created_at: now,
        expires_at: now + LIFETIMES[purpose],
        used_at: null,
      })
      .execute();
  });
  return { token, code };
}

const together = (db: Db, work: (transaction: Db) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

export interface Proof {
  emailKey: string;
  userId: number | null;
}

const toProof = (row: { email_key: string; user_id: number | null }): Proof => ({
  emailKey: row.email_key,
  userId: row.user_id,
});

/**
 * Redeems a link's token; null when it is unknown, used, expired, or not for the account that asks. One statement:
 * fifty at once make one.
 */
export async function redeemToken(
  db: Db,
  purpose: Purpose,
  token: string,
  forUser?: number,
): Promise<Proof | null> {
  const now = Date.now();
  let redemption = db
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
  if (forUser !== undefined) redemption = redemption.where('user_id', '=', forUser);
  const row = await redemption.returning(['email_key', 'user_id']).executeTakeFirst();
  return row ? toProof(row) : null;
}

/** What a token would prove, without redeeming it. */
export async function peekToken(db: Db, purpose: Purpose, token: string): Promise<Proof | null> {
  const row = await db
    .selectFrom('email_tokens')
    .select(['email_key', 'user_id'])
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row ? toProof(row) : null;
}

/** The address that a link was sent to, even when it has expired or was used. */
export async function addressOfToken(db: Db, purpose: Purpose, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('email_tokens')
    .select('email_key')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row?.email_key ?? null;
}

/** Redeems by the code that was mailed to an address; a few wrong codes end the link. */
export async function redeemCode(
  db: Db,
  purpose: Purpose,
  email: string,
  code: string,
  forUser?: number,
): Promise<Proof | null> {
  const now = Date.now();
  const emailKey = caseless(email);
  // The attempt is counted and judged in one statement, so that parallel guesses cannot outrun the count.
  let redemption = db
    .updateTable('email_tokens')
    .set({
      code_attempts: sql<number>`code_attempts + 1`,
      used_at: sql<
        number | null
      >`case when code_hash = ${hashCode(emailKey, code)} then cast(${now} as bigint) else used_at end`,
    })
    .where('email_key', '=', emailKey)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('code_attempts', '<', CODE_ATTEMPTS);
  if (forUser !== undefined) redemption = redemption.where('user_id', '=', forUser);
  const row = await redemption.returning(['email_key', 'user_id', 'used_at']).executeTakeFirst();
  return row?.used_at ? toProof(row) : null;
}

/** The address that an account has asked to prove and has not proven yet. */
export async function pendingAddress(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('email_tokens')
    .select('email_key')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', Date.now())
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.email_key ?? null;
}

/**
 * Ends every open proof of an account: whoever asked for them may not be the one who holds the account now.
 * `except` spares the proof of that one address.
 */
export async function endTokensOf(db: Db, userId: number, except: string | null = null): Promise<void> {
  let query = db.deleteFrom('email_tokens').where('user_id', '=', userId).where('used_at', 'is', null);
  if (except !== null)
    query = query.where((eb) => eb.or([eb('purpose', '!=', 'verify-email'), eb('email_key', '!=', except)]));
  await query.execute();
}

/** Links that ended long ago. */
export async function sweepTokens(db: Db): Promise<void> {
  await db
    .deleteFrom('email_tokens')
    .where('expires_at', '<', Date.now() - REMEMBERED_FOR)
    .execute();
}
