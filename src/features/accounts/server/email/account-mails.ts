import { siteTitle } from '#features/settings/server/site-title.ts';
import type { Db } from '#platform/database/open.ts';
import { letter } from '#platform/mail/letter.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';
import { UNKNOWN_DEVICE } from '#platform/text/describe-device.ts';
import { type IssuedToken, issueToken } from './email-tokens.ts';

/*
 * A link carries its token in the fragment, which server logs and the Referer header never contain. Opening a
 * link changes nothing: mail scanners open links, so the page asks for a press.
 */

/** Queues the mail that proves an address for an account. Its earlier proofs end. */
export async function queueProof(db: Db, userId: number, email: string, publicUrl: string): Promise<void> {
  const issued = await issueToken(db, 'verify-email', email, userId);
  await queueMail(db, proveEmailMail(await siteTitle(db), email, issued, publicUrl));
}

/** Sent after registration, and before a new address replaces the present one. */
const proveEmailMail = (
  site: string,
  to: string,
  { token, code, expiresAt }: IssuedToken,
  publicUrl: string,
): Mail =>
  letter({
    site,
    to,
    expiresAt,
    subject: `Confirm your email for ${site}`,
    opening:
      `Someone used this email address for a ${site} account. If it was you, confirm the address ` + `here:`,
    link: { label: 'Confirm email', url: `${publicUrl}/verify-email#token=${token}` },
    code: { opening: 'Or enter this code on your account page:', digits: code },
    closing: [
      'The link and the code work once, for 24 hours, while you are logged in to your account.',
      'If it was not you, you can ignore this email. Your address stays unconfirmed.',
    ],
  });

export const resetPasswordMail = (
  site: string,
  to: string,
  { token, expiresAt }: IssuedToken,
  publicUrl: string,
): Mail =>
  letter({
    site,
    to,
    expiresAt,
    subject: `Reset your ${site} password`,
    opening: 'Use this link to choose a new password:',
    link: { label: 'Choose a new password', url: `${publicUrl}/reset-password#token=${token}` },
    closing: [
      'The link works once and expires in 15 minutes.',
      'If you did not ask for this, you can ignore this email. Your password stays the same.',
    ],
  });

export const passwordChangedMail = (site: string, to: string, publicUrl: string): Mail =>
  letter({
    site,
    to,
    subject: `Your ${site} password was changed`,
    opening: 'Your password was changed. You are logged out on all other devices.',
    closing: [`If this was not you, choose a new password right away: ${publicUrl}/forgot-password`],
  });

export const passkeyAddedMail = (site: string, to: string, name: string, publicUrl: string): Mail =>
  letter({
    site,
    to,
    subject: `A passkey was added to your ${site} account`,
    opening: `The passkey “${name}” can now log in to your account.`,
    closing: [
      `If this was not you, choose a new password right away: ${publicUrl}/forgot-password`,
      'Then remove the passkey on your account page.',
    ],
  });

/** Sent to the address that was replaced. */
export const emailChangedMail = (site: string, to: string): Mail =>
  letter({
    site,
    to,
    subject: `Your ${site} email was changed`,
    opening: 'Your account now uses a different email address. You can no longer sign in with this one.',
    closing: ['If this was not you, reply to this email and we will help you.'],
  });

/** `device`: browser and system, 'Firefox on Windows'. `at`: epoch ms. */
export const newDeviceMail = (
  site: string,
  to: string,
  { device, at }: { device: string; at: number },
  publicUrl: string,
): Mail =>
  letter({
    site,
    to,
    subject: `New login to your ${site} account`,
    opening:
      `Someone logged in to your account on a new device: ` +
      `${device === UNKNOWN_DEVICE ? 'a browser that we do not know' : device}, ` +
      `on ${formatDate(at, 'instant')} UTC.`,
    link: { label: 'See where you are logged in', url: `${publicUrl}/account` },
    closing: [
      'If it was you, there is nothing to do.',
      'If it was not you, choose “Log out everywhere” on that page, and then a new password right away: ' +
        `${publicUrl}/forgot-password`,
    ],
  });
