import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/database/test-database.ts';
import { isInList, listParameter } from './dialect.ts';
import type { Database } from './open.ts';
import { prepareQuery } from './prepare-query.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db
    .insertInto('leases')
    .values(['a', 'b', 'c'].map((name, index) => ({ name, holder: 'x', expires_at: index })))
    .execute();
});
afterAll(() => database.close());

test('a prepared query is built once for each variant, and runs with the values of each run', async () => {
  const { db } = database;
  let built = 0;
  const after = prepareQuery((on, { instant }: { instant: number }, order: 'asc' | 'desc') => {
    built += 1;
    return on.selectFrom('leases').select('name').where('expires_at', '>', instant).orderBy('name', order);
  });
  const names = async (instant: number, order: 'asc' | 'desc') =>
    (await after(db, { instant }, order)).map(({ name }) => name).join('');
  expect([await names(-1, 'asc'), await names(0, 'asc'), await names(1, 'asc')]).toEqual(['abc', 'bc', 'c']);
  expect([await names(0, 'desc'), await names(-1, 'desc')]).toEqual(['cb', 'cba']);
  expect(built).toBe(2);
});

test('a prepared query takes lists of any length, and works in a transaction', async () => {
  const named = prepareQuery((on, { names }: { names: unknown }) =>
    on
      .selectFrom('leases')
      .select('expires_at')
      .where(isInList(on, 'name', names, 'text'))
      .orderBy('name'),
  );
  const found = (names: string[]) =>
    database.db
      .transaction()
      .execute(async (inside) => (await named(inside, { names: listParameter(inside, names) })).length);
  expect([await found([]), await found(['a']), await found(['c', 'a', 'nobody'])]).toEqual([0, 1, 2]);
});
