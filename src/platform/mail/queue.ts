import type { Db } from '#platform/database/open.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Writes a message down; it is sent afterwards, so that a crash repeats it and never loses it. */
export async function queueMail(db: Db, mail: Mail): Promise<void> {
  const now = Date.now();
  await db
    .insertInto('mails')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
      sent_at: null,
      last_error: null,
    })
    .execute();
}

const DAY = 24 * 60 * 60_000;

/** Whom we wrote to is forgotten a day after it was sent, and a month after it was given up. */
export async function sweepMails(db: Db): Promise<void> {
  const now = Date.now();
  await db
    .deleteFrom('mails')
    .where('sent_at', '<', now - DAY)
    .execute();
  await db
    .deleteFrom('mails')
    .where('created_at', '<', now - 30 * DAY)
    .execute();
}
