import { type SelectQueryBuilder, sql } from 'kysely';
import { roleNow } from '#features/accounts/server/session/roles.ts';
import { picturePath } from '#features/sharing/server/preview-picture/picture-address.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { type Reader, VISITOR } from '#platform/http/serve/reader.ts';
import type { MailLinks } from '#platform/mail/mail-links.ts';
import { findMailOutage } from '#platform/mail/mail-outage.ts';
import { MAX_RETRY } from '#platform/mail/mail-sender.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { HOUR } from '#platform/text/time-units.ts';
import { chooseDroplet } from './choose-droplet.ts';
import { composeLetter } from './compose-letter.ts';
import type { LetterSettings } from './letter-settings.ts';
import { isLateAtNight, nextHour } from './next-time.ts';
import { type LetterRow, nextAfterSending } from './queries.ts';

export interface LetterSetup {
  db: Db;
  links: MailLinks;
  publicUrl: () => string;
}

/**
 * Returns the number of letters that may be queued now. The owner's hourly limit decides, spread over the
 * minutes so that the mail queue stays short. Due invitations count too. Zero while the mail server accepts
 * no mails: letters would expire, and their readers would wait a week for the next one.
 */
export async function allowance(db: Db, perHour: number): Promise<number> {
  if (await findMailOutage(db)) return 0;
  const now = Date.now();
  const share = Math.ceil(perHour / 60);
  const bulk = db.selectFrom('mails').select('id').where('is_bulk', '=', true);
  const sent = await countUpTo(db, bulk.where('sent_at', '>', now - HOUR), perHour);
  // Excludes failed mails, which stay for weeks, and invitations that are scheduled for days later.
  const waiting = bulk.where('sent_at', 'is', null).where('next_attempt_at', '<=', now + MAX_RETRY);
  const fresh = waiting.where('attempts', '=', 0).where('next_attempt_at', '<=', now);
  const tried = waiting.where('attempts', '>', 0);
  const [due, late] = [await countUpTo(db, fresh, share), await countUpTo(db, tried, perHour)];
  return Math.max(0, Math.min(perHour - sent - late - due, share - due));
}

/** Counts rows up to a limit. */
async function countUpTo(db: Db, rows: SelectQueryBuilder<Tables, 'mails', { id: number }>, most: number) {
  const { count } = await db
    .selectFrom(rows.limit(most).as('mail'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Queues up to `limit` due letters. One transaction writes the letter's next time, its droplet and its mail.
 * Returns the number of due and of queued letters. Skips people who may not get a letter now until their next
 * time. A letter that is late, for example after downtime, and would arrive at night moves to its hour of the
 * next day.
 */
export async function queueDue(
  { db, links, publicUrl }: LetterSetup,
  settings: LetterSettings,
  limit: number,
): Promise<{ due: number; queued: number }> {
  return db.transaction().execute(async (transaction) => {
    const now = Date.now();
    const rows = await dueLetters(transaction, now, limit);
    let queued = 0;
    for (const { email, reader, ...row } of rows) {
      const isUntimely = isLateAtNight(row, now);
      const next = isUntimely ? nextHour(row, now) : nextAfterSending(row, now);
      if (!(await claim(transaction, row, next)) || isUntimely || email === null) continue;
      const droplet = await chooseDroplet(transaction, row.id, reader);
      if (!droplet) continue;
      await transaction
        .insertInto('letters_sent')
        .values({ letter_id: row.id, droplet_id: droplet.id, at: now })
        .onConflict((conflict) => conflict.columns(['letter_id', 'droplet_id']).doUpdateSet({ at: now }))
        .execute();
      const content = {
        ...settings,
        to: email,
        publicUrl: publicUrl(),
        frequency: row.frequency,
        droplet,
        picturePath: settings.hasPictures ? picturePath({ kind: 'droplet', item: droplet }) : null,
        token: links.tokenOf(row.id),
      };
      await queueMail(transaction, composeLetter(content));
      queued += 1;
    }
    return { due: rows.length, queued };
  });
}

/** Moves a due letter to another time. Returns false when another node has done so and queues the letter. */
async function claim(db: Db, row: LetterRow, next: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ next_at: next })
    .where('id', '=', row.id)
    .where('next_at', '=', row.next_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Reads the letters that are due longest, with their addresses. The address is null when it is unverified or
 * revoked, or when its account is disabled.
 */
async function dueLetters(
  db: Db,
  now: number,
  limit: number,
): Promise<(LetterRow & { email: string | null; reader: Reader })[]> {
  const rows = await db
    .selectFrom('letters')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'letters.user_id')
        .on('users.email_verified_at', 'is not', null)
        .on('users.disabled_at', 'is', null),
    )
    .leftJoin('email_signups as entry', (join) =>
      join.onRef('entry.id', '=', 'letters.signup_id').on('entry.has_access', '=', true),
    )
    .selectAll('letters')
    .select([
      'users.email as user_email',
      'users.role',
      'users.editor_since',
      'users.subscriber_until',
      'users.granted_until',
      'entry.email as entry_email',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('email_signups as revoked')
            .select(sql`1`.as('one'))
            .whereRef('revoked.email_key', '=', 'users.email_key')
            .where('revoked.has_access', '=', false),
        )
        .as('is_revoked'),
      eb
        .exists(
          eb
            .selectFrom('users as disabled')
            .select(sql`1`.as('one'))
            .whereRef('disabled.email_key', '=', 'entry.email_key')
            .where('disabled.disabled_at', 'is not', null),
        )
        .as('is_disabled'),
    ])
    .where('letters.next_at', '<=', now)
    .orderBy('letters.next_at')
    .orderBy('letters.id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { user_email, entry_email, is_revoked, is_disabled, ...letter } = row;
    const { role, editor_since, subscriber_until, granted_until, ...rest } = letter;
    const facts = { role: role ?? '', editor_since, subscriber_until, granted_until };
    const tier = role === null ? 'visitor' : roleNow(facts, now);
    return {
      ...rest,
      email: is_revoked || is_disabled ? null : (user_email ?? entry_email),
      reader: { ...VISITOR, tier },
    };
  });
}
