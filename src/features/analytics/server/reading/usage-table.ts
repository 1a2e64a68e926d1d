import type { Cell } from '#platform/csv/csv.ts';
import { writeCsvPages } from '#platform/csv/csv-pages.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { maskCount } from '../../shared/mask-count.ts';
import { dateOf, dayOf } from '../../shared/usage-days.ts';
import { USAGE_EVENTS } from '../../shared/usage-events.ts';
import { type PeriodQuery, periodOf } from './period.ts';
import { countsOfDay } from './sum-counts.ts';

/** Writes the counts per day and item of a period, one day at a time. Throws 400 for impossible days. */
export async function usageTable(
  db: Db,
  query: PeriodQuery,
  today = dayOf(Date.now()),
): Promise<AsyncIterable<string>> {
  const { from, to } = periodOf(query, today).period;
  return writeCsvPages(['day', 'kind', 'id', 'title', ...USAGE_EVENTS], async (day: number = from) => ({
    rows: await rowsOf(db, day),
    next: await nextDay(db, day, to),
  }));
}

/** Finds the next day with counts. */
async function nextDay(db: Db, day: number, to: number): Promise<number | undefined> {
  const { next } = await db
    .selectFrom('usage_counts')
    .select((eb) => eb.fn.min('day').as('next'))
    .where('day', '>', day)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow();
  return next ?? undefined;
}

async function rowsOf(db: Db, day: number): Promise<Cell[][]> {
  const rows = await countsOfDay(db, day);
  const titles = await titlesOf(db, rows);
  return rows.map(({ item_type, item_id, ...tally }) => [
    dateOf(day),
    item_type,
    item_id,
    titles.get(`${item_type} ${item_id}`) ?? 'deleted',
    ...USAGE_EVENTS.map((event) => maskCount(tally[event])),
  ]);
}

async function titlesOf(
  db: Db,
  rows: readonly { item_type: keyof typeof TABLE_OF; item_id: number }[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const type of ['ocean', 'wave', 'droplet'] as const) {
    const ids = [...new Set(rows.filter((row) => row.item_type === type).map((row) => row.item_id))];
    if (ids.length === 0) continue;
    const items = await db
      .selectFrom(TABLE_OF[type])
      .select(['id', 'title'])
      .where(isOneOf(db, 'id', ids))
      .execute();
    for (const { id, title } of items) titles.set(`${type} ${id}`, title);
  }
  return titles;
}
