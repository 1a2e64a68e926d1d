import type { Db } from '#platform/database/open.ts';
import { HOUR } from '../text/time-units.ts';

/** Maximum lifetime in ms of a link for which a person waits. Such a mail overtakes earlier ones. */
const SOON = HOUR;

/** Time of a mail that waits until its feature releases it: the year 3000 in epoch ms. */
export const HELD = Date.UTC(3000, 0);

export interface Mail {
  /**
   * The queue's name of the mail: each attempt has it, so that mail programs drop the copy of one that had
   * arrived although the server's answer was lost.
   */
  id?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Expiration in epoch ms, usually that of the mail's link. */
  expiresAt?: number;
  /** Earliest sending time in epoch ms. Default: now. */
  notBefore?: number;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /**
   * One of many equal mails. It is sent after all others. A crash during the sending drops it, because a
   * missing mail is better than a duplicate.
   */
  isBulk?: boolean;
}

/**
 * Queues a message for later. A crash may repeat it but never drops it; for bulk, a crash may drop it but
 * never repeats it.
 */
export async function queueMail(db: Db, mail: Mail): Promise<void> {
  const now = Date.now();
  const isWaitedFor = mail.expiresAt !== undefined && mail.expiresAt < now + SOON;
  await db
    .insertInto('mails')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      created_at: now,
      attempts: 0,
      // The mail sender takes the message that is due longest, so that a sign-in link does not wait for 200
      // gifts.
      next_attempt_at: mail.notBefore ?? (isWaitedFor ? now - SOON : now),
      sent_at: null,
      last_error: null,
      expires_at: mail.expiresAt ?? null,
      headers: mail.headers ? JSON.stringify(mail.headers) : null,
      is_bulk: mail.isBulk ?? false,
    })
    .execute();
}

/** Deletes waiting letters and invitations to a revoked address. */
export async function withdrawBulk(db: Db, emailKey: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', emailKey))
    .where('is_bulk', '=', true)
    .where('sent_at', 'is', null)
    .execute();
}

/** Moves waiting letters from an address to another one, after their reader changed it. */
export async function redirectBulk(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ recipient: to })
    // Must equal the expression of the index `mails_recipient`.
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', eb.fn<string>('lower', [eb.val(from)])))
    .where('is_bulk', '=', true)
    .where('sent_at', 'is', null)
    .execute();
}
