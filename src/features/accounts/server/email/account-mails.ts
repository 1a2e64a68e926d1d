import { composeMail } from '#features/settings/server/compose-mail.ts';
import type { Db } from '#platform/database/open.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import { formatDate } from '#platform/text/dates.ts';
import { UNKNOWN_DEVICE } from '#platform/text/describe-device.ts';
import type { UserRow } from '../users.ts';
import { type IssuedToken, issueToken, spacedCode } from './email-tokens.ts';

/*
 * A link carries its token in the fragment, which server logs and the Referer header never contain. Opening a
 * link changes nothing, because mail scanners open links; the page requires a press. A mail to an unproven
 * address contains no name chosen by a member, because it may reach a stranger.
 */

/**
 * Queues the mail that proves an address: after registration, and before a new address replaces the present
 * one. Ends the account's earlier proofs.
 */
export async function queueProof(db: Db, userId: number, email: string, publicUrl: string): Promise<void> {
  const { token, code, expiresAt } = await issueToken(db, 'verify-email', email, userId);
  const values = { link: `${publicUrl}/verify-email#token=${token}`, code: spacedCode(code) };
  await queueMail(db, await composeMail(db, 'confirm-email', { to: email, values, publicUrl, expiresAt }));
}

export const resetPasswordMail = (
  db: Db,
  { email: to, username }: { email: string; username: string },
  { token, expiresAt }: IssuedToken,
  publicUrl: string,
): Promise<Mail> => {
  // The page gives the name to password managers.
  const fragment = `token=${token}&username=${encodeURIComponent(username)}`;
  const values = { link: `${publicUrl}/reset-password#${fragment}` };
  return composeMail(db, 'reset-password', { to, values, publicUrl, expiresAt });
};

const passwordPage = (publicUrl: string) => `${publicUrl}/forgot-password`;

export const passwordChangedMail = (db: Db, to: string, publicUrl: string): Promise<Mail> => {
  const values = { 'password-page': passwordPage(publicUrl) };
  return composeMail(db, 'password-changed', { to, values, publicUrl });
};

/** Queues a mail to the owner of a proven address, because a stranger at an open session may act. */
export async function queueToOwner(
  db: Db,
  { email, email_verified_at: provenAt }: Pick<UserRow, 'email' | 'email_verified_at'>,
  compose: (to: string) => Promise<Mail>,
): Promise<void> {
  if (email !== null && provenAt !== null) await queueMail(db, await compose(email));
}

/** Queues the mail about a changed way to log in. `change`: a sentence about what was changed. */
export const queueLoginChanged = (
  db: Db,
  user: Pick<UserRow, 'email' | 'email_verified_at'>,
  change: string,
  publicUrl: string,
): Promise<void> =>
  queueToOwner(db, user, (to) => {
    const values = { change, 'password-page': passwordPage(publicUrl) };
    return composeMail(db, 'login-changed', { to, values, publicUrl });
  });

export const passkeyAddedMail = (db: Db, to: string, passkey: string, publicUrl: string): Promise<Mail> => {
  const values = { passkey, 'password-page': passwordPage(publicUrl) };
  return composeMail(db, 'passkey-added', { to, values, publicUrl });
};

/** The mail to the replaced address. */
export const emailChangedMail = (db: Db, to: string, publicUrl: string): Promise<Mail> =>
  composeMail(db, 'email-changed', { to, values: {}, publicUrl });

/** `to`: the proven address of the deleted account. */
export const accountDeletedMail = (db: Db, to: string, name: string, publicUrl: string): Promise<Mail> =>
  composeMail(db, 'account-deleted', { to, values: { name }, publicUrl });

/** `to`: a proven address. `device`: browser and system, 'Firefox on Windows'. `at`: epoch ms. */
export const newDeviceMail = (
  db: Db,
  to: { email: string; username: string },
  { device, at }: { device: string; at: number },
  publicUrl: string,
): Promise<Mail> => {
  const values = {
    name: to.username,
    device: device === UNKNOWN_DEVICE ? 'a browser that we do not know' : device,
    time: `${formatDate(at, 'instant')} UTC`,
    link: `${publicUrl}/account`,
    'password-page': passwordPage(publicUrl),
  };
  return composeMail(db, 'new-device', { to: to.email, values, publicUrl });
};
