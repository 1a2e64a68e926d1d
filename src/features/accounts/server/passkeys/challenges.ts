import { deleteBefore } from '#platform/database/delete-in-parts.ts';
import type { Db } from '#platform/database/open.ts';
import { hashSecret, newSecret } from '#platform/http/guard/tokens.ts';
import { MINUTE } from '#platform/text/time-units.ts';

type Purpose = 'register' | 'sign-in';

/** Lifetime of a challenge in ms, from WebAuthn Level 3, section 15.1: 5 minutes with user verification. */
export const CHALLENGE_MS = 5 * MINUTE;

/** The account of the new passkey, and its id for the authenticator. */
interface Registrant {
  userId: number;
  userHandle: string;
}

/** Stores a new challenge and returns it. A challenge with a registrant works for that account only. */
export async function issueChallenge(
  db: Db,
  purpose: Purpose,
  registrant: Registrant | null = null,
): Promise<string> {
  const challenge = newSecret();
  await db
    .insertInto('passkey_challenges')
    .values({
      hash: hashSecret(challenge),
      purpose,
      user_id: registrant?.userId ?? null,
      user_handle: registrant?.userHandle ?? null,
      expires_at: Date.now() + CHALLENGE_MS,
    })
    .execute();
  return challenge;
}

/**
 * Redeems a challenge and returns it; undefined when it is not open. A single statement, so that only one of
 * parallel responses succeeds.
 */
export const redeemChallenge = (
  db: Db,
  purpose: Purpose,
  challenge: string,
  userId: number | null = null,
): Promise<{ user_handle: string | null } | undefined> =>
  db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashSecret(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', Date.now())
    .returning('user_handle')
    .executeTakeFirst();

/** Deletes expired challenges. */
export const sweepChallenges = (db: Db): Promise<void> =>
  deleteBefore(db, { table: 'passkey_challenges', key: 'hash', column: 'expires_at', end: Date.now() });
