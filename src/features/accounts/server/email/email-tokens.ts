import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { caseless } from '#platform/database/caseless.ts';
import { deleteBefore } from '#platform/database/delete-in-parts.ts';
import type { Db } from '#platform/database/open.ts';
import { hashSecret, newSecret } from '#platform/http/guard/tokens.ts';
import { DAY, MINUTE, WEEK } from '#platform/text/time-units.ts';

/*
 * Proofs of an address, sent by mail: a token of 32 random bytes, and a six-digit code to type instead. The
 * database has only their hashes. Redeeming one proves access to the mailbox within the lifetime.
 */

export type Purpose = 'sign-in' | 'reset-password' | 'verify-email' | 'letter';

/** In ms. The sign-in link's 15 minutes are from the specification (section 9). */
const LIFETIMES: Record<Purpose, number> = {
  'sign-in': 15 * MINUTE,
  'reset-password': 15 * MINUTE,
  // Longer than the others, because it also requires a session.
  'verify-email': DAY,
  // Longer than the others, because it only starts the weekly letter.
  letter: DAY,
};
/** Attempts for each link. With this number, guessing succeeds once in 200,000 links. */
const MAX_CODE_ATTEMPTS = 5;
/** In ms. The page of a used or expired link needs its row to offer a new one. */
const RETENTION = WEEK;

const hashCode = (emailKey: string, code: string) => hashSecret(`${emailKey}:${code}`);

export interface IssuedToken {
  token: string;
  code: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** Formats a code in two groups of three digits. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/**
 * Issues a proof for an address, and ends the open ones with the same purpose, of the account or else of the
 * address.
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
  const expiresAt = now + LIFETIMES[purpose];
  await inTransaction(db, async (transaction) => {
    const open = transaction
      .updateTable('email_tokens')
      .set({ expires_at: now })
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now);
    await (userId === null
      ? open.where('email_key', '=', emailKey).where('user_id', 'is', null)
      : open.where('user_id', '=', userId)
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
        expires_at: expiresAt,
        used_at: null,
      })
      .execute();
  });
  return { token, code, expiresAt };
}

const inTransaction = (db: Db, work: (transaction: Db) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

interface Proof {
  emailKey: string;
  userId: number | null;
}

const toProof = (row: { email_key: string; user_id: number | null }): Proof => ({
  emailKey: row.email_key,
  userId: row.user_id,
});

/**
 * Redeems a token. Returns null when it is unknown, used, expired, or of another account than `forUser`. A
 * single statement, so that concurrent calls redeem it once.
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

/** Reads the proof of a token without redeeming it. */
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

/** Finds the address that got a link, even a used or expired one. */
export async function addressOfToken(db: Db, purpose: Purpose, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('email_tokens')
    .select('email_key')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row?.email_key ?? null;
}

/** Redeems the code sent to an address. Too many wrong codes end the link. */
export async function redeemCode(
  db: Db,
  purpose: Purpose,
  email: string,
  code: string,
  forUser?: number,
): Promise<Proof | null> {
  const now = Date.now();
  const emailKey = caseless(email);
  // A single statement counts and checks the attempt, so that parallel guesses cannot exceed the limit.
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
    .where('code_attempts', '<', MAX_CODE_ATTEMPTS);
  if (forUser !== undefined) redemption = redemption.where('user_id', '=', forUser);
  // On PostgreSQL, two simultaneous requests leave two open links of an address.
  const rows = await redemption.returning(['email_key', 'user_id', 'used_at']).execute();
  const redeemed = rows.find(({ used_at }) => used_at !== null);
  return redeemed ? toProof(redeemed) : null;
}

/** Finds the address that an account has requested and not proven yet. */
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
 * Deletes the open proofs of an account, whose owner may have changed. `except`: an address whose proof
 * stays.
 */
export async function endTokensOf(db: Db, userId: number, except: string | null = null): Promise<void> {
  let query = db.deleteFrom('email_tokens').where('user_id', '=', userId).where('used_at', 'is', null);
  if (except !== null)
    query = query.where((eb) => eb.or([eb('purpose', '!=', 'verify-email'), eb('email_key', '!=', except)]));
  await query.execute();
}

/** Deletes links after their retention. */
export const sweepTokens = (db: Db): Promise<void> =>
  deleteBefore(db, {
    table: 'email_tokens',
    key: 'id',
    column: 'expires_at',
    end: Date.now() - RETENTION,
  });
