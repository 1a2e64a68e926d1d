import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TableShape, tableShapes } from '#platform/database/copy/table-shapes.ts';
import type { Database } from '#platform/database/open.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { oldestKept } from '../../shared/usage-days.ts';
import { sweepUsage } from '../sweep.ts';
import { MAX_HOSTS, MAX_SEARCHES_OF_DAY, storeCounts } from './store-counts.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const TODAY = 20_780;
const NONE = { items: [], hosts: [], searches: [] };
const isRefused = (statement: string) =>
  sql
    .raw(statement)
    .execute(database.db)
    .then(
      () => false,
      () => true,
    );

/** Every column of the tables, with its allowed content. The test fails for an unlisted column. */
const COLUMNS: Record<string, Record<string, string>> = {
  usage_counts: {
    day: 'a day since 1970 in UTC, without a time',
    event: 'one of five words',
    item_type: 'one of three words',
    item_id: 'the number of an item, which all readers share',
    n: 'how many, at least one',
  },
  referrer_counts: {
    day: 'a day since 1970 in UTC, without a time',
    host: 'the name of a site, without page or address of a machine',
    n: 'how many, at least one',
  },
  search_counts: {
    day: 'a day since 1970 in UTC, without a time',
    words: 'a search in small letters, without @, with four digits at most',
    n: 'how many, at least one',
  },
  usage_summaries: {
    monday: 'the week of a mail to the owner, by its Monday since 1970 in UTC',
    at: 'when that mail was queued',
  },
};
const TEXTS = ['event', 'item_type', 'host', 'words'];

test('no column of the counts can identify a person', async () => {
  const shapes = new Map((await tableShapes(database.db)).map((shape) => [shape.name, shape]));
  const counting = [...shapes.keys()].filter((name) => /count|usage|referrer|analytic/.test(name));
  expect(counting.sort()).toEqual(Object.keys(COLUMNS).sort());
  for (const [name, columns] of Object.entries(COLUMNS)) {
    const shape = shapes.get(name) as TableShape;
    expect(shape.columns.map((column) => column.name)).toEqual(Object.keys(columns).sort());
    // The key of a row is the day and the used item, so the uses of two people share a row.
    expect(shape.key.map((column) => column.name)).toEqual(Object.keys(columns).slice(0, -1));
    for (const column of shape.columns) {
      expect(column.kind, `${name}.${column.name}`).toBe(TEXTS.includes(column.name) ? 'text' : 'whole');
    }
  }
});

test.each([
  "insert into usage_counts values (1, 'read-by-ada', 'droplet', 1, 1)",
  "insert into usage_counts values (1, 'opened', 'user', 1, 1)",
  "insert into usage_counts values (1, 'opened', 'droplet', 1, 0)",
  `insert into referrer_counts values (1, '${'a'.repeat(101)}', 1)`,
  "insert into search_counts values (1, 'ada@example.org', 1)",
  `insert into search_counts values (1, '${'a'.repeat(61)}', 1)`,
])('the database refuses other values: %s', async (statement) => {
  expect(await isRefused(statement)).toBe(true);
});

test('counts of several writes add up, thousands in one', async () => {
  const items = Array.from({ length: 2_500 }, (_, index) => ({
    day: TODAY,
    event: 'opened' as const,
    item_type: 'droplet' as const,
    item_id: index + 1,
    n: 2,
  }));
  for (let write = 0; write < 3; write += 1) await storeCounts(database.db, { ...NONE, items });
  const rows = await database.db.selectFrom('usage_counts').selectAll().execute();
  expect(rows.length).toBe(2_500);
  expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([6]));
});

test('a day has a bounded number of hosts and searches, also over many writes', async () => {
  for (let write = 0; write < 3; write += 1) {
    const names = Array.from({ length: 100 }, (_, index) => `h${write}-${index}`);
    await storeCounts(database.db, {
      ...NONE,
      hosts: ['', ...names].map((name) => ({ day: TODAY, host: name && `${name}.example`, n: 1 })),
      searches: names.map((words) => ({ day: TODAY, words, n: 1 })),
    });
  }
  const hosts = await database.db.selectFrom('referrer_counts').selectAll().execute();
  expect(hosts.length).toBeLessThanOrEqual(MAX_HOSTS + 2);
  expect(hosts.reduce((sum, { n }) => sum + n, 0)).toBe(303);
  expect(hosts.find(({ host }) => host === '')?.n).toBe(3);
  expect(hosts.find(({ host }) => host === 'other')?.n).toBeGreaterThanOrEqual(100);
  const searches = await database.db.selectFrom('search_counts').selectAll().execute();
  expect(searches.length).toBe(MAX_SEARCHES_OF_DAY);
});

test('counts are kept for 25 months', async () => {
  const days = [oldestKept(TODAY) - 400, oldestKept(TODAY) - 1, oldestKept(TODAY), TODAY];
  await storeCounts(database.db, {
    items: days.map((day) => ({ day, event: 'saved', item_type: 'ocean', item_id: 1, n: 1 })),
    hosts: days.map((day) => ({ day, host: 'a.example', n: 1 })),
    searches: days.map((day) => ({ day, words: 'sea', n: 1 })),
  });
  await sweepUsage(database.db, TODAY);
  for (const table of ['usage_counts', 'referrer_counts', 'search_counts'] as const) {
    const rows = await database.db.selectFrom(table).select('day').orderBy('day').execute();
    expect(rows.map(({ day }) => day)).toEqual(days.slice(2));
  }
});
