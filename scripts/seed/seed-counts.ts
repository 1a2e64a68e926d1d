import { sql } from 'kysely';
import { dayOf, oldestKept } from '#features/analytics/shared/usage-days.ts';
import { USAGE_EVENTS } from '#features/analytics/shared/usage-events.ts';
import type { Db } from '#platform/database/open.ts';
import { countDroplets } from './count-droplets.ts';

/**
 * Adds counts of use from the newest day backwards: one for each day, event and droplet, as on a busy site.
 * Existing counts stay. Throws before the first row when the existing droplets allow fewer than `total`
 * counts in 25 months.
 */
export async function seedCounts(
  db: Db,
  total: number,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const today = dayOf(Date.now());
  const oldest = oldestKept(today);
  const most = (today - oldest + 1) * USAGE_EVENTS.length * (await countDroplets(db));
  if (total > most)
    throw new Error(`The droplets there are have ${most} counts in 25 months at most. Add --droplets.`);
  let done = 0;
  for (let day = today; day >= oldest && done < total; day -= 1)
    for (const [index, event] of USAGE_EVENTS.entries()) {
      const { numInsertedOrUpdatedRows = 0n } = await addDay(db, { day, event, index, most: total - done });
      done += Number(numInsertedOrUpdatedRows);
      onProgress(done, total);
      if (done >= total) break;
    }
}

interface Day {
  day: number;
  event: (typeof USAGE_EVENTS)[number];
  index: number;
  /** Maximum number of rows. */
  most: number;
}

const addDay = (db: Db, { day, event, index, most }: Day) =>
  db
    .insertInto('usage_counts')
    .columns(['day', 'event', 'item_type', 'item_id', 'n'])
    .expression((eb) =>
      eb
        .selectFrom('droplets')
        .select([
          sql.lit(day).as('day'),
          sql<Day['event']>`${sql.lit(event)}`.as('event'),
          sql<'droplet'>`'droplet'`.as('item_type'),
          'id',
          sql<number>`1 + (id + ${sql.lit(day + index)}) % 9`.as('n'),
        ])
        .orderBy('id')
        .limit(most),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
