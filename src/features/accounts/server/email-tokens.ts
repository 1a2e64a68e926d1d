import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';

/* Emailed proofs of an address: 32 random bytes, of which only the hash is stored, and a six-digit code as the
   other way in. Whoever redeems one has read that mailbox within the last 15 minutes. */

export type Purpose = 'sign-in' | 'reset-password' | 'verify-email';

/** Specification, section 9: the sign-in link expires in 15 minutes. */
export const LINK_LIFETIME = 15 * 60_000;
/** Wrong codes that one link bears: a guess succeeds once in 200,000 links. */
const CODE_ATTEMPTS = 5;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const hashCode = (emailKey: string, code: string) => sha256(`${emailKey}:${code}`);

export interface IssuedToken {
  token: string;
  code: string;
}

/** A new proof for an address; it ends the older ones of the same purpose. */
export async function issueToken(
  db: Db,
  purpose: Purpose,
  email: string,
  userId: number | null = null,
): Promise<IssuedToken> {
  const token = randomBytes(32).toString('base64url');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const emailKey = caseless(email);
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('email_tokens')
      .where('email_key', '=', emailKey)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .execute();
    await transaction
      .insertInto('email_tokens')
      .values({
        purpose,
        email_key: emailKey,
        user_id: userId,
        token_hash: sha256(token),
        code_hash: hashCode(emailKey, code),
        code_attempts: 0,
        created_at: now,
        expires_at: now + LINK_LIFETIME,
        used_at: null,
      })
      .execute();
  });
  return { token, code };
}

export interface Proof {
  emailKey: string;
  userId: number | null;
}

/** Redeems a link's token; null when it is unknown, used or expired. One statement: fifty at once make one. */
export async function redeemToken(db: Db, purpose: Purpose, token: string): Promise<Proof | null> {
  const now = Date.now();
  const row = await db
    .updateTable('email_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['email_key', 'user_id'])
    .executeTakeFirst();
  return row ? { emailKey: row.email_key, userId: row.user_id } : null;
}

/** Redeems by the code that was mailed to an address; a few wrong codes end the link. */
export async function redeemCode(
  db: Db,
  purpose: Purpose,
  email: string,
  code: string,
): Promise<Proof | null> {
  const now = Date.now();
  const emailKey = caseless(email);
  // The attempt is counted and judged in one statement, so that parallel guesses cannot outrun the count.
  const row = await db
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
    .where('code_attempts', '<', CODE_ATTEMPTS)
    .returning(['email_key', 'user_id', 'used_at'])
    .executeTakeFirst();
  return row?.used_at ? { emailKey: row.email_key, userId: row.user_id } : null;
}
