import type { Db } from '#platform/database/open.ts';
import { HOUR } from '../text/time-units.ts';

/** Lifetime in ms of a link for which somebody waits: its mail overtakes those that were queued before. */
const SOON = HOUR;

/** A mail with this time waits until the feature that queued it lets it leave. Epoch ms of the year 3000. */
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
  /** Epoch ms after which the mail is not sent any more: its link has ended. */
  expiresAt?: number;
  /** Epoch ms before which the mail is not sent. Default: now. */
  notBefore?: number;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /**
   * One of many equal mails. It is sent after all others. A crash while it is being sent loses it: a lost one
   * is better than two.
   */
  isBulk?: boolean;
}

/** Queues a message. It is sent later, so a crash may repeat it but never loses it; of bulk, the reverse. */
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
      // The mail sender takes what is due longest: a sign-in link does not wait for 200 gifts.
      next_attempt_at: mail.notBefore ?? (isWaitedFor ? now - SOON : now),
      sent_at: null,
      last_error: null,
      expires_at: mail.expiresAt ?? null,
      headers: mail.headers ? JSON.stringify(mail.headers) : null,
      is_bulk: mail.isBulk ?? false,
    })
    .execute();
}

/** Deletes letters and invitations that wait for an address: it was revoked. */
export async function withdrawBulk(db: Db, emailKey: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', emailKey))
    .where('is_bulk', '=', true)
    .where('sent_at', 'is', null)
    .execute();
}

/** Gives the letters that wait for an address another one: their reader has changed it. */
export async function redirectBulk(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ recipient: to })
    // The expression of the index `mails_recipient`.
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', eb.fn<string>('lower', [eb.val(from)])))
    .where('is_bulk', '=', true)
    .where('sent_at', 'is', null)
    .execute();
}
