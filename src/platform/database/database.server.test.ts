import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadDemo } from '#features/catalogue/server/transfer/demo.ts';
import { deleteBefore, deleteInParts } from '#platform/database/delete-in-parts.ts';
import { isUniqueViolation } from '#platform/database/dialect.ts';
import { migrate, migrations } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { sharedKeys } from '#platform/database/secrets.ts';
import type { RateLimit } from '#platform/http/contract/rate-limit.ts';
import { spend } from '#platform/http/guard/rate-limits.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { fillOldDatabase } from '#test/database/old-database.ts';
import { openEmptyDatabase, openTestDatabase } from '#test/database/test-database.ts';

const open: Database[] = [];
const opened = async (database: Promise<Database>) => {
  open.push(await database);
  return open.at(-1) as Database;
};
afterEach(async () => {
  for (const database of open.splice(0)) await database.close().catch(() => {});
});

const DEMO = join(import.meta.dirname, '../../../demo/catalogue.json');

test('migrations run once, on an empty and on a full database', async () => {
  const { db } = await opened(openEmptyDatabase());
  expect(await migrate(db)).toEqual(Object.keys(migrations));
  await insertOceans(db, [anOcean({ waves: [aWave({ droplets: [aDroplet()] })] })]);
  expect(await migrate(db)).toEqual([]);
  expect(await db.selectFrom('droplets').selectAll().execute()).toHaveLength(1);
});

test('the items of an older database start with version 1', async () => {
  const { db } = await opened(openEmptyDatabase());
  await migrate(db, { upTo: '0002-search' });
  await fillOldDatabase(db);
  await migrate(db);
  for (const table of ['oceans', 'waves', 'droplets'] as const)
    expect(await db.selectFrom(table).select('version').distinct().execute(), table).toEqual([
      { version: 1 },
    ]);
});

test('deleting an ocean deletes the items under it', async () => {
  const { db } = await opened(openTestDatabase());
  await insertOceans(db, [anOcean({ waves: [aWave({ droplets: [aDroplet({ keywords: ['a'] })] })] })]);
  await db.deleteFrom('oceans').execute();
  for (const table of ['waves', 'droplets', 'droplet_keywords'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test('unique violations are recognized on both engines', async () => {
  const { db } = await opened(openTestDatabase());
  const twice = await insertOceans(db, [anOcean({ slug: 'same' }), anOcean({ slug: 'same' })]).catch(
    (e) => e,
  );
  expect(isUniqueViolation(twice)).toBe(true);
  const orphan = await db
    .insertInto('droplet_keywords')
    .values({ droplet_id: 12345, keyword: 'a' })
    .execute()
    .catch((error) => error);
  expect(isUniqueViolation(orphan)).toBe(false);
  expect(String(orphan)).toMatch(/foreign key/i);
});

test('ids are never reused', async () => {
  const { db } = await opened(openTestDatabase());
  await insertOceans(db, [anOcean(), anOcean()]);
  const ids = async () =>
    (await db.selectFrom('oceans').select('id').orderBy('id').execute()).map(({ id }) => id);
  const [, last = 0] = await ids();
  await db.deleteFrom('oceans').execute();
  await insertOceans(db, [anOcean()]);
  expect((await ids())[0]).toBeGreaterThan(last);
});

test('the demo catalogue is inserted once, only into an empty database', async () => {
  const { db } = await opened(openTestDatabase());
  expect(await loadDemo(db, DEMO)).toBeGreaterThanOrEqual(100);
  await db.updateTable('oceans').set({ title: 'Mine now' }).where('position', '=', 0).execute();
  expect(await loadDemo(db, DEMO)).toBe(0);
  const mine = await db.selectFrom('oceans').selectAll().where('title', '=', 'Mine now').execute();
  expect(mine).toHaveLength(1);
});

test('a failed insertion of the demo leaves no rows', async () => {
  const { db } = await opened(openTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-demo-'));
  const file = join(folder, 'broken.json');
  await writeFile(file, JSON.stringify({ oceans: [anOcean(), anOcean({ title: null as never })] }));
  await expect(loadDemo(db, file)).rejects.toThrow();
  expect(await db.selectFrom('oceans').selectAll().execute()).toEqual([]);
});

test('nodes that start at the same time share one secret', async () => {
  const { db } = await opened(openTestDatabase());
  const secrets = await Promise.all(Array.from({ length: 8 }, () => sharedKeys(db, 'csrf')));
  expect(new Set(secrets.map(([newest]) => newest)).size).toBe(1);
});

test('a rate limit counts parallel calls and resets after its window', async () => {
  const { db } = await opened(openTestDatabase());
  const limit: RateLimit = { name: 'test', max: 5, window: 60_000 };
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => spend(db, limit, 'me')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(spend(db, limit, 'me')).rejects.toMatchObject({
    status: 429,
    retryAfter: expect.any(Number),
  });
  await spend(db, limit, 'you');
  await db
    .updateTable('rate_limits')
    .set({ resets_at: Date.now() - 1 })
    .execute();
  await spend(db, limit, 'me');
});

test.runIf(process.env.TEST_ENGINE === 'sqlite')(
  'a file that is not a database is refused and not changed',
  async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'stillwater-file-')), 'letter.db');
    await writeFile(file, 'Dear reader, this is no database. '.repeat(50));
    await expect(openDatabase(`sqlite:${file}`)).rejects.toThrow(/not a database/);
  },
);

test('rows are deleted in batches until none is left, or the round’s limit is reached', async () => {
  let rows = 2_500;
  const limits: number[] = [];
  const deletePart = async (limit: number) => {
    limits.push(limit);
    const part = Math.min(limit, rows);
    rows -= part;
    return { numDeletedRows: BigInt(part) };
  };
  expect(await deleteInParts(deletePart)).toBe(2_500);
  expect([rows, limits]).toEqual([0, [1_000, 1_000, 1_000]]);
  rows = 2_500;
  expect(await deleteInParts(deletePart, { atOnce: 10, most: 3 })).toBe(30);
  expect(rows).toBe(2_470);
});

test('exactly the rows before an instant are deleted', async () => {
  const { db } = await opened(openTestDatabase());
  const values = [1, 2, 3, 4].map((resets_at) => ({ key: `k${resets_at}`, count: 1, resets_at }));
  await db.insertInto('rate_limits').values(values).execute();
  const windows = { table: 'rate_limits', key: 'key', end: 3 } as const;
  await deleteBefore(db, { ...windows, column: 'resets_at' });
  const left = await db.selectFrom('rate_limits').select('key').orderBy('key').execute();
  expect(left).toEqual([{ key: 'k3' }, { key: 'k4' }]);
  // @ts-expect-error: the compiler knows the table's columns
  await expect(deleteBefore(db, { ...windows, column: 'expires_at' })).rejects.toThrow();
});
