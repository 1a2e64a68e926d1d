import { issueToken, spacedCode } from '#features/accounts/server/email/email-tokens.ts';
import { composeMail } from '#features/settings/server/compose-mail.ts';
import { caseless } from '#platform/database/caseless.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { mailboxOf, spend } from '#platform/http/guard/rate-limits.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { ACCESS_WITHDRAWN } from '../contract/calls.ts';
import { LINKS_TO_ADDRESS } from '../contract/rate-limits.ts';

/**
 * Queues a sign-in link to an address and invalidates earlier ones. `alongside` runs in the same transaction.
 * The caller must wake the mail sender afterwards. Throws 403 for a revoked address, and 429.
 */
export async function queueSignInLink(
  db: Db,
  email: string,
  publicUrl: string,
  alongside?: (transaction: Db) => Promise<void>,
): Promise<void> {
  if ((await signupAccess(db, email)) === false) throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
  await spend(db, LINKS_TO_ADDRESS, mailboxOf(email));
  await db.transaction().execute(async (transaction) => {
    const { token, code, expiresAt } = await issueToken(transaction, 'sign-in', email);
    // The fragment keeps the token out of server logs and the Referer header.
    const values = { link: `${publicUrl}/sign-in#token=${token}`, code: spacedCode(code) };
    const mail = await composeMail(transaction, 'sign-in', { to: email, values, publicUrl, expiresAt });
    await queueMail(transaction, mail);
    await alongside?.(transaction);
  });
}

/** Tells whether an address has access; null without a sign-up. */
export async function signupAccess(db: Db, email: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('email_signups')
    .select('has_access')
    .where('email_key', '=', caseless(email))
    .executeTakeFirst();
  return row ? toBoolean(row.has_access) : null;
}
