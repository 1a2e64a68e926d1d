import { settingByKey } from '#features/settings/server/queries.ts';
import { defaultOf } from '#features/settings/shared/known-settings.ts';
import type { Db } from '#platform/database/open.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { HOUR } from '#platform/text/time-units.ts';

/** Part of the owner's limit per hour that invitations take: letters leave beside them. */
const SHARE = 1 / 2;

/** Returns the number of invitations that leave in an hour. */
export async function invitationsPerHour(db: Db): Promise<number> {
  const letters = (await settingByKey(db, 'letter.per-hour'))?.value ?? defaultOf('letter.per-hour');
  return Math.max(1, Math.floor(Number(letters) * SHARE));
}

/**
 * Returns a function that tells the time of each further invitation: at even distances, after those that
 * already wait, whichever import they are from.
 */
export async function invitationTimes(db: Db): Promise<() => number> {
  const distance = Math.ceil(HOUR / (await invitationsPerHour(db)));
  const last = await db
    .selectFrom('mails')
    .select('next_attempt_at')
    .where('sent_at', 'is', null)
    .where('is_bulk', '=', true)
    .where('attempts', '=', 0)
    .where('next_attempt_at', '<', GIVEN_UP)
    .orderBy('next_attempt_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  let at = Math.max(Date.now() - distance, last?.next_attempt_at ?? 0);
  return () => {
    at += distance;
    return at;
  };
}
