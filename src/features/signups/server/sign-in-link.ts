import { type IssuedToken, issueToken } from '#features/accounts/server/email/email-tokens.ts';
import { siteTitle } from '#features/settings/server/site-title.ts';
import { caseless } from '#platform/database/caseless.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { mailboxOf, spend } from '#platform/http/guard/rate-limits.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { letter } from '#platform/mail/letter.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import { ACCESS_WITHDRAWN } from '../contract/calls.ts';
import { LINKS_TO_ADDRESS } from '../contract/rate-limits.ts';

/**
 * Queues a sign-in link to an address, which ends the former ones. `alongside` runs in its transaction. Wake
 * the mail sender afterwards. Throws 403 for a revoked address, and 429.
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
    const issued = await issueToken(transaction, 'sign-in', email);
    await queueMail(transaction, signInMail(await siteTitle(transaction), email, issued, publicUrl));
    await alongside?.(transaction);
  });
}

/** Whether an address has access; null without a sign-up. */
export async function signupAccess(db: Db, email: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('email_signups')
    .select('has_access')
    .where('email_key', '=', caseless(email))
    .executeTakeFirst();
  return row ? toBoolean(row.has_access) : null;
}

/**
 * The mail for a returning visitor. Server logs and the Referer header never contain the token in the
 * fragment.
 */
const signInMail = (
  site: string,
  email: string,
  { token, code, expiresAt }: IssuedToken,
  publicUrl: string,
): Mail =>
  letter({
    site,
    to: email,
    expiresAt,
    subject: `Sign in to ${site}`,
    opening: `Use this link to sign in to ${site}:`,
    link: { label: 'Sign in', url: `${publicUrl}/sign-in#token=${token}` },
    code: { opening: 'Or enter this code on the page where you asked for the link:', digits: code },
    closing: [
      'The link and the code work once and expire in 15 minutes.',
      'If you did not ask for this, you can ignore this email. No one can sign in without it.',
    ],
  });
