import type { IssuedToken } from '#features/accounts/server/email/email-tokens.ts';
import { letter } from '#platform/mail/letter.ts';
import type { Mail } from '#platform/mail/queue.ts';
import type { Schedule } from '../contract/schemas.ts';

/** Asks an address's owner whether the letters are wanted. The link has the schedule: none is stored. */
export function confirmMail(
  site: string,
  to: string,
  { token, expiresAt }: IssuedToken,
  { day, hour, timeZone }: Schedule,
  publicUrl: string,
): Mail {
  const fragment = new URLSearchParams({ token, day: String(day), hour: String(hour), zone: timeZone });
  return letter({
    site,
    to,
    expiresAt,
    subject: `Confirm your weekly letter from ${site}`,
    opening:
      `Someone asked for one lesson a week from ${site}, to this address. ` +
      'If it was you, confirm it here:',
    link: { label: 'Confirm the letter', url: `${publicUrl}/letter/link#${fragment}` },
    closing: [
      'The link works once, for 24 hours.',
      'If it was not you, you can ignore this email. No letter comes without the link.',
    ],
  });
}
