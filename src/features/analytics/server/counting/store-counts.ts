import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { UsageTables } from '#platform/database/usage-tables.ts';
import { transactOnce } from './transaction-outcome.ts';

export type ItemCount = UsageTables['usage_counts'];
export type HostCount = UsageTables['referrer_counts'];
export type SearchCount = UsageTables['search_counts'];

export interface Counts {
  items: ItemCount[];
  hosts: HostCount[];
  searches: SearchCount[];
}

/** Maximum hosts per day; visits from further ones count as `other`. */
export const MAX_HOSTS = 200;
/** Maximum searches per day; further ones are not counted. */
export const MAX_SEARCHES_OF_DAY = 200;
export const OTHER_HOST = 'other';
/** Rows per statement: five values each, far below both engines' limits. */
const ROWS_AT_ONCE = 1000;

/**
 * Adds counts to the stored ones in one transaction. Rows are sorted by key, so that the writes of two nodes
 * never deadlock. Throws `OutcomeUnknown` when they may have been stored despite an error.
 */
export async function storeCounts(db: Db, { items, hosts, searches }: Counts): Promise<void> {
  await transactOnce(db, async (transaction) => {
    for (const rows of inParts(sorted(items)))
      await transaction
        .insertInto('usage_counts')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'event', 'item_type', 'item_id'])
            .doUpdateSet({ n: sql<number>`usage_counts.n + excluded.n` }),
        )
        .execute();
    for (const rows of inParts(sorted(await boundHosts(transaction, hosts))))
      await transaction
        .insertInto('referrer_counts')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['day', 'host']).doUpdateSet({ n: sql<number>`referrer_counts.n + excluded.n` }),
        )
        .execute();
    for (const rows of inParts(sorted(await boundSearches(transaction, searches))))
      await transaction
        .insertInto('search_counts')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['day', 'words']).doUpdateSet({ n: sql<number>`search_counts.n + excluded.n` }),
        )
        .execute();
  });
}

const sorted = <Row extends object>(rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, key: Object.values(row).slice(0, -1).join('\t') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

/** Renames hosts beyond the day's limit. */
async function boundHosts(db: Db, rows: readonly HostCount[]): Promise<HostCount[]> {
  const known = await knownOf(rows, (day) =>
    db.selectFrom('referrer_counts').select('host as name').where('day', '=', day).execute(),
  );
  const joined = new Map<string, HostCount>();
  for (const row of rows) {
    const names = known.get(row.day) as Set<string>;
    const isKnown = names.has(row.host) || row.host === '' || names.size < MAX_HOSTS;
    const host = isKnown ? row.host : OTHER_HOST;
    names.add(host);
    const key = `${row.day}\t${host}`;
    joined.set(key, { day: row.day, host, n: (joined.get(key)?.n ?? 0) + row.n });
  }
  return [...joined.values()];
}

/** Drops searches beyond the day's limit. */
async function boundSearches(db: Db, rows: readonly SearchCount[]): Promise<SearchCount[]> {
  const known = await knownOf(rows, (day) =>
    db.selectFrom('search_counts').select('words as name').where('day', '=', day).execute(),
  );
  return rows.filter(({ day, words }) => {
    const names = known.get(day) as Set<string>;
    if (!names.has(words) && names.size >= MAX_SEARCHES_OF_DAY) return false;
    names.add(words);
    return true;
  });
}

/** Reads the stored names of the days of `rows`. */
async function knownOf(
  rows: readonly { day: number }[],
  read: (day: number) => Promise<{ name: string }[]>,
): Promise<Map<number, Set<string>>> {
  const known = new Map<number, Set<string>>();
  for (const day of new Set(rows.map((row) => row.day)))
    known.set(day, new Set((await read(day)).map(({ name }) => name)));
  return known;
}
