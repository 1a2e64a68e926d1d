import { type RawBuilder, sql } from 'kysely';
import { recordsOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { choicesOf } from './choices.ts';

/* A member's reports and marks, as far as they may be stored. It takes two statements and no transaction: a
   player reports often, and others wait for each statement. */

/**
 * Leaves out entries from before the last "Forget", and all entries while the site does not remember. `lag`
 * is how far the device's clock is behind.
 */
export async function acceptedOf<T extends { at: number }>(
  db: Db,
  userId: number,
  all: readonly T[],
  lag = 0,
): Promise<{ accepted: T[]; forgottenAt: number; now: number }> {
  const now = Date.now();
  const { remembers, forgottenAt } = await choicesOf(db, userId);
  const accepted = all
    .map((one) => ({ ...one, at: one.at + lag }))
    .filter(({ at }) => remembers && at > forgottenAt)
    // A clock that is ahead must not outvote all that comes later.
    .map((one) => ({ ...one, at: Math.min(one.at, now) }));
  return { accepted, forgottenAt, now };
}

/**
 * Selects rows to insert: those of droplets that exist, and none if the member has chosen to forget since
 * `forgottenAt` was read. `rows` have the columns `names`, `droplet_id` among them.
 */
export function selectStorable<Name extends string>(
  db: Db,
  userId: number,
  forgottenAt: number,
  names: readonly Name[],
  rows: readonly Record<Name, number | null>[],
): RawBuilder<unknown> {
  const columns = names.map((name) => sql.ref(`given.${name}`));
  return sql`select ${sql.join(columns)} from ${recordsOf(db, names, rows)} as given
    join droplets on droplets.id = given.droplet_id
    where not exists (
      select 1 from progress_choices where user_id = ${userId}
        and (not remembers or forgotten_at > ${forgottenAt}))`;
}
