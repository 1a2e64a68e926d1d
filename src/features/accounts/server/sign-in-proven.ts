import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/reader.ts';
import { endTokensOf } from './email-tokens.ts';
import { type Device, endSession, endSessionsOf, startSession } from './sessions.ts';

/**
 * Signs in the account that bears an address which was just proven; answers the new session's id, or null when no
 * account bears it. When the address had never been proven, whoever registered it may be a stranger: that
 * account's sessions, its password and the changes of address that wait for proof end with this sign-in.
 */
export async function signInProven(
  db: Db,
  emailKey: string,
  reader: Reader,
  device: Device,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'email_verified_at'])
      .where('email_key', '=', emailKey)
      .executeTakeFirst();
    if (!user) return null;
    if (user.email_verified_at === null) {
      // The row first: it holds off a login that is under way until the old password is gone.
      await transaction
        .updateTable('users')
        .set({ email_verified_at: Date.now(), password_hash: null })
        .where('id', '=', user.id)
        .execute();
      await endSessionsOf(transaction, user.id);
      await endTokensOf(transaction, user.id);
    }
    if (reader.sessionHash !== null) await endSession(transaction, reader.sessionHash);
    return startSession(transaction, user.id, device);
  });
}
