import type { Db } from '#platform/database/open.ts';
import { prepareLookup } from '#platform/database/prepare-query.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { Welcome } from '../contract/schemas.ts';
import { choicesOf } from './choices.ts';

/** Days by which a date may differ from the server's: one for time zones, one for an inaccurate clock. */
const DAYS_OFF = 2;

const findWelcome = prepareLookup('bigint', (db, hasKey) =>
  db.selectFrom('welcomes').select(['user_id as key', 'content']).where(hasKey('user_id')),
);

/** Reads a member's last welcome. */
export async function welcomeOf(db: Db, userId: number): Promise<Welcome | null> {
  const [row] = await findWelcome(db, userId);
  return row ? (JSON.parse(row.content) as Welcome) : null;
}

/**
 * Stores a device's welcome for a day, unless another device was first. Returns the stored welcome. Throws
 * 400 for a day far from today, because no later one could replace it.
 */
export async function saveWelcome(db: Db, userId: number, welcome: Welcome): Promise<Welcome> {
  if (Math.abs(Date.parse(welcome.day) - Date.now()) > DAYS_OFF * DAY)
    throw invalidInput('Check the date of this device', []);
  return db.transaction().execute(async (transaction) => {
    const { remembers } = await choicesOf(transaction, userId);
    if (!remembers) return welcome;
    const row = { day: welcome.day, content: JSON.stringify(welcome) };
    await transaction
      .insertInto('welcomes')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(row).whereRef('excluded.day', '>', 'welcomes.day'),
      )
      .execute();
    return (await welcomeOf(transaction, userId)) ?? welcome;
  });
}
