import type { IssuedToken } from '#features/accounts/server/email/email-tokens.ts';
import { composeMail } from '#features/settings/server/compose-mail.ts';
import type { Db } from '#platform/database/open.ts';
import type { Mail } from '#platform/mail/queue.ts';
import type { Schedule } from '../contract/schemas.ts';

/**
 * Asks the owner of an address to confirm the letters. The link contains the schedule, which is not stored.
 */
export function confirmMail(
  db: Db,
  to: string,
  { token, expiresAt }: IssuedToken,
  { day, hour, timeZone }: Schedule,
  publicUrl: string,
): Promise<Mail> {
  const fragment = new URLSearchParams({ token, day: String(day), hour: String(hour), zone: timeZone });
  const values = { link: `${publicUrl}/letter/link#${fragment}` };
  return composeMail(db, 'confirm-letter', { to, values, publicUrl, expiresAt });
}
