import type { Selectable } from 'kysely';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { withdrawMails } from '#platform/mail/one-click.ts';
import { instant } from '#platform/text/instants.ts';
import { DAY } from '#platform/text/time-units.ts';
import { stopInOneClick } from '../contract/calls.ts';
import type { Letter, LetterAction, Rhythm, Schedule } from '../contract/schemas.ts';
import { nextTime } from './next-time.ts';

export type LetterRow = Selectable<Tables['letters']>;

/** Length of a pause, in ms. */
export const PAUSE = 28 * DAY;
/**
 * Minimum time between two letters, in ms. It prevents a second one right after a late letter or a new
 * schedule.
 */
const MIN_GAP = 3 * DAY;

/** Owner of letters. */
type LetterOwner = { userId: number } | { signupId: number };

const ownerColumns = (owner: LetterOwner) =>
  'userId' in owner ? { user_id: owner.userId } : { signup_id: owner.signupId };

const keyOf = (owner: LetterOwner) => ('userId' in owner ? 'user_id' : 'signup_id');

export function letterOf(db: Db, owner: LetterOwner): Promise<LetterRow | undefined> {
  const [[column, id]] = Object.entries(ownerColumns(owner)) as [['user_id' | 'signup_id', number]];
  return db.selectFrom('letters').selectAll().where(column, '=', id).executeTakeFirst();
}

/** Maps a row to the response for its owner; without a row, to the defaults. */
export const toLetter = (row: LetterRow | undefined, offered: boolean, now = Date.now()): Letter => ({
  offered,
  on: row !== undefined && row.next_at !== null,
  day: row?.day ?? 1,
  hour: row?.hour ?? 7,
  timeZone: row?.time_zone ?? null,
  rhythm: isPaused(row, now) ? 'paused' : (row?.frequency ?? 'weekly'),
  nextAt: row?.next_at ? instant(row.next_at) : null,
});

const isPaused = (row: LetterRow | undefined, now: number) => (row?.paused_until ?? 0) > now;

/** Returns the end of a pause requested at `now`. A second request does not extend it. */
const endOfPause = (row: LetterRow | undefined, now: number): number | null =>
  row && isPaused(row, now) ? row.paused_until : now + PAUSE;

/** Computes the next letter's time by a schedule, after the pause and with a gap after the last letter. */
async function nextAfter(
  db: Db,
  row: Pick<LetterRow, 'day' | 'hour' | 'time_zone' | 'frequency' | 'paused_until'> & { id?: number },
): Promise<number> {
  const now = Date.now();
  const last = row.id === undefined ? undefined : await lastSent(db, row.id);
  // A fast clock may have recorded a last letter in the future.
  return nextTime(row, Math.max(now, row.paused_until ?? 0, Math.min(now, last ?? 0) + MIN_GAP));
}

/** Computes the time of the letter after one that is sent at `now`. */
export const nextAfterSending = (row: LetterRow, now: number): number => nextTime(row, now + MIN_GAP);

async function lastSent(db: Db, letterId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('letters_sent')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('letter_id', '=', letterId)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Turns a person's letters on or off, with a schedule. Returns the row. */
export async function saveLetter(
  db: Db,
  owner: LetterOwner,
  { on, day, hour, timeZone, rhythm }: Schedule & { on: boolean; rhythm: Rhythm },
): Promise<LetterRow> {
  const now = Date.now();
  const before = await letterOf(db, owner);
  const schedule = {
    day,
    hour,
    time_zone: timeZone,
    frequency: rhythm === 'paused' ? (before?.frequency ?? 'weekly') : rhythm,
    paused_until: rhythm === 'paused' ? endOfPause(before, now) : null,
  } as const;
  const fields = {
    ...schedule,
    next_at: on ? await nextAfter(db, { ...schedule, ...(before && { id: before.id }) }) : null,
  };
  const saved = await db
    .insertInto('letters')
    .values({ user_id: null, signup_id: null, ...ownerColumns(owner), ...fields, created_at: now })
    .onConflict((conflict) => conflict.column(keyOf(owner)).doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!on || rhythm === 'paused') await withdrawQueued(db, saved.id);
  return saved;
}

/**
 * Applies the action of a letter's link. Returns undefined when the letters were erased. Stopped letters
 * remain stopped, except after `start`.
 */
export async function applyAction(db: Db, id: number, action: LetterAction): Promise<LetterRow | undefined> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst();
  const isStopped = row?.next_at === null;
  if (!row || (isStopped && action !== 'start')) return row;
  const changed = { ...row, ...CHANGES[action](row) };
  const next_at = action === 'stop' ? null : await nextAfter(db, changed);
  const { frequency, paused_until } = changed;
  const saved = await db
    .updateTable('letters')
    .set({ frequency, paused_until, next_at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (action === 'stop' || action === 'pause') await withdrawQueued(db, id);
  return saved;
}

const CHANGES: Record<LetterAction, (row: LetterRow) => Partial<LetterRow>> = {
  stop: () => ({ paused_until: null }),
  pause: (row) => ({ paused_until: endOfPause(row, Date.now()) }),
  monthly: () => ({ frequency: 'monthly', paused_until: null }),
  start: () => ({ paused_until: null }),
};

/**
 * Deletes a letter that is queued but unsent. Must follow the change of `letters`, which waits for a node
 * that is queueing the letter. Before the change, the mail of that node would be invisible.
 */
async function withdrawQueued(db: Db, letterId: number): Promise<void> {
  const row = await db
    .selectFrom('letters')
    .leftJoin('users', 'users.id', 'letters.user_id')
    .leftJoin('email_signups', 'email_signups.id', 'letters.signup_id')
    .select((eb) => eb.fn.coalesce('users.email', 'email_signups.email').as('email'))
    .where('letters.id', '=', letterId)
    .executeTakeFirst();
  if (row?.email) await withdrawMails(db, row.email, stopInOneClick.path);
}

/**
 * Merges a visitor's letters into their account after the address is verified, so that nobody gets two. The
 * account's own choice has priority. The visitor's row stays, so that the links in its letters still stop
 * letters, and no lesson is repeated too soon.
 */
export async function adoptLetter(db: Db, userId: number): Promise<void> {
  const visitors = await db
    .selectFrom('users')
    .innerJoin('email_signups', 'email_signups.email_key', 'users.email_key')
    .innerJoin('letters', 'letters.signup_id', 'email_signups.id')
    .select('letters.id')
    .where('users.id', '=', userId)
    .where('users.email_verified_at', 'is not', null)
    .executeTakeFirst();
  if (!visitors) return;
  const own = await letterOf(db, { userId });
  if (own) {
    await addHistory(db, own.id, visitors.id);
    await db.deleteFrom('letters').where('id', '=', own.id).execute();
  }
  const { day, hour, time_zone, frequency, paused_until, next_at } = own ?? {};
  const choice = { day, hour, time_zone, frequency, paused_until, next_at };
  if (own && next_at !== null) choice.next_at = await nextAfter(db, { ...own, id: visitors.id });
  await db
    .updateTable('letters')
    .set({ ...choice, user_id: userId, signup_id: null })
    .where('id', '=', visitors.id)
    .execute();
}

/** Adds the sent droplets of one row of letters to those of another. */
const addHistory = (db: Db, from: number, to: number) =>
  db
    .insertInto('letters_sent')
    .columns(['letter_id', 'droplet_id', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('letters_sent')
        .select((own) => [own.lit(to).as('letter_id'), 'droplet_id', 'at'])
        .where('letter_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Finds the sign-up of an address; undefined without one. */
export const signupOf = (db: Db, email: string) =>
  db
    .selectFrom('email_signups')
    .select(['id', 'has_access'])
    .where('email_key', '=', caseless(email))
    .executeTakeFirst();
