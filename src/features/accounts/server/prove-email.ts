import type { Db } from '#platform/database/open.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { proveEmailMail } from './account-mails.ts';
import { issueToken } from './email-tokens.ts';

/** Writes down the mail that proves an address for an account; it replaces the account's earlier ones. */
export async function queueProof(db: Db, userId: number, email: string, publicUrl: string): Promise<void> {
  const issued = await issueToken(db, 'verify-email', email, userId);
  await queueMail(db, proveEmailMail(email, issued, publicUrl));
}
