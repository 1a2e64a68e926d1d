import { sql } from 'kysely';
import { deleteBefore } from '#platform/database/delete-in-parts.ts';
import type { Db } from '#platform/database/open.ts';
import { CLOCK_TOLERANCE, DAY } from '../text/time-units.ts';
import { GIVEN_UP, MAX_RETRY } from './mail-sender.ts';
import { HELD } from './queue.ts';

/** Deletes messages one day after sending, and unscheduled failed ones after 30 days. */
export async function sweepMails(db: Db): Promise<void> {
  const mails = { table: 'mails', key: 'id' } as const;
  const now = Date.now();
  await deleteBefore(db, { ...mails, column: 'sent_at', end: now - DAY });
  const only = sql<boolean>`(next_attempt_at <= ${now} or next_attempt_at >= ${GIVEN_UP})`;
  await deleteBefore(db, { ...mails, column: 'created_at', end: now - 30 * DAY, only });
}

/** Corrects times of mails that only a fast clock can have set: waiting mails become due. */
export async function mendMailTimes(db: Db): Promise<void> {
  const now = Date.now();
  const waiting = db
    .updateTable('mails')
    .set((eb) => ({
      next_attempt_at: now,
      created_at: eb.case().when('created_at', '>', now).then(now).else(eb.ref('created_at')).end(),
    }))
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<', HELD);
  await waiting.where('created_at', '>', now + CLOCK_TOLERANCE).execute();
  // Mails sent in the future would count against the hourly limit until then.
  const sent = db.updateTable('mails').set({ sent_at: now, created_at: now });
  await sent.where('sent_at', '>', now + CLOCK_TOLERANCE).execute();
  // A mail without an error waits for its owner, such as one with a withdrawn gift.
  await waiting
    .where('last_error', 'is not', null)
    .where('next_attempt_at', '>', now + MAX_RETRY + CLOCK_TOLERANCE)
    .execute();
}
