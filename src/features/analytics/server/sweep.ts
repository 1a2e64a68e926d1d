import type { Db } from '#platform/database/open.ts';
import { dayOf, oldestKept } from '../shared/usage-days.ts';

const TABLES = ['usage_counts', 'referrer_counts', 'search_counts'] as const;

/** Deletes counts older than 25 months, one day at a time, so that each statement is short. */
export async function sweepUsage(db: Db, today = dayOf(Date.now())): Promise<void> {
  const oldest = oldestKept(today);
  for (const table of TABLES)
    for (;;) {
      const { day } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.min('day').as('day'))
        .executeTakeFirstOrThrow();
      if (day === null || day >= oldest) break;
      await db.deleteFrom(table).where('day', '=', day).execute();
    }
}
