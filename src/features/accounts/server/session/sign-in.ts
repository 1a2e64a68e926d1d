import type { FastifyRequest } from 'fastify';
import { recordEventOf } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { assertEnabled } from '../account/disable-account.ts';
import type { AccountExtension } from '../account-extension.ts';
import { endTokensOf } from '../email/email-tokens.ts';
import { deletePasskeysOf } from '../passkeys/passkeys.ts';
import { isUnprovenStaff } from './roles.ts';
import { endSession, endSessionsOf, startSession } from './sessions.ts';

/** Ways to sign in. After `new-password`, only the change of the password is a security event. */
export type SignInMethod = 'registration' | 'password' | 'passkey' | 'link' | 'new-password';

/**
 * Starts a session in the transaction `db`, in place of the request's present one, and stores the security
 * event. Returns the session's id, for the cookie.
 */
export async function signIn(
  db: Db,
  userId: number,
  request: FastifyRequest,
  extensions: readonly AccountExtension[],
  by: SignInMethod,
): Promise<string> {
  await assertEnabled(db, userId);
  for (const { onAdmission } of extensions) await onAdmission?.(db, userId, request);
  if (request.reader.sessionHash !== null) await endSession(db, request.reader.sessionHash);
  const id = await startSession(db, userId, request.headers['user-agent']);
  for (const { onSignIn } of extensions) await onSignIn?.(db, userId, request, by);
  if (by === 'registration') await recordEventOf(request, db, { userId, kind: 'registered' });
  else if (by !== 'new-password') await recordEventOf(request, db, { userId, kind: 'login', detail: by });
  return id;
}

/** Whether an account needs more than access to the mailbox to sign in. */
export async function needsMoreThanMail(
  db: Db,
  userId: number,
  extensions: readonly AccountExtension[],
): Promise<boolean> {
  for (const extension of extensions) if (await extension.needsMoreThanMail?.(db, userId)) return true;
  return false;
}

/**
 * Signs in after the password was verified. Returns null when it has changed since: verification takes tens
 * of milliseconds, in which the address's owner may take over the account.
 */
export function signInVerified(
  db: Db,
  user: { id: number; password_hash: string | null },
  request: FastifyRequest,
  extensions: readonly AccountExtension[],
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    // An update without effect locks the row, so that a takeover runs entirely before or after.
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ password_hash: user.password_hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? null : signIn(transaction, user.id, request, extensions, 'password');
  });
}

/**
 * Signs in the account of an address that was just proven, in the transaction `db` that redeems the proof.
 * Returns the session's id; null without an account, and for one that needs more than mail. If the address
 * was unproven before, a stranger may have registered it: this sign-in ends the account's sessions, passkeys,
 * password and pending address changes.
 */
export async function signInProven(
  db: Db,
  emailKey: string,
  request: FastifyRequest,
  extensions: readonly AccountExtension[],
): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email_verified_at', 'role', 'editor_since'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  // Before all writes: without a sign-in, passkeys must stay too.
  if (!user || isUnprovenStaff(user) || (await needsMoreThanMail(db, user.id, extensions))) return null;
  if (user.email_verified_at === null) {
    // The first write, because it locks the row: a running login waits until the old password is gone.
    await db
      .updateTable('users')
      .set({ email_verified_at: Date.now(), password_hash: null })
      .where('id', '=', user.id)
      .execute();
    await endSessionsOf(db, user.id);
    await endTokensOf(db, user.id);
    await deletePasskeysOf(db, user.id);
  }
  return signIn(db, user.id, request, extensions, 'link');
}
