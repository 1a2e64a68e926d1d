import { type RawBuilder, sql } from 'kysely';
import { recordsOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { choicesOf } from './choices.ts';

/*
 * A member's reports and marks that may be stored. Two statements and no transaction, because players report
 * often and other writers wait for each statement.
 */

/**
 * Leaves out entries from before the last "Forget", and all entries while remembering is off. `lag`: ms by
 * which the device's clock is behind.
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
    // An entry of a clock that is ahead must not win against all later ones.
    .map((one) => ({ ...one, at: Math.min(one.at, now) }));
  return { accepted, forgottenAt, now };
}

/**
 * Selects rows to insert: those of existing droplets, and none if the member has used "Forget" since
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
