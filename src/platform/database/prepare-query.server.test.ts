import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabases } from '#test/database/open-databases.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { isInList, listParameter } from './dialect.ts';
import { migrate } from './migrate.ts';
import { type Database, type Db, openDatabase } from './open.ts';
import { prepareLookup, prepareQuery } from './prepare-query.ts';

const { newUrl } = openDatabases();
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

test('a prepared query accepts lists of any length, and works in a transaction', async () => {
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

const holders = prepareLookup('text', (db, hasKey, order: 'asc' | 'desc') =>
  db
    .selectFrom('leases')
    .select(['name as key', 'holder', 'expires_at'])
    .where(hasKey('name'))
    .orderBy('expires_at', order),
);

test('each lookup of one turn returns its own rows', async () => {
  const { db } = database;
  const names = ['a', 'nobody', 'c', 'a', 'b'];
  const found = await Promise.all(names.map((name) => holders(db, name, 'asc')));
  expect(found.map((rows) => rows.map(({ expires_at: at }) => at))).toEqual([[0], [], [2], [0], [1]]);
  expect(found.flat().map(({ key }) => key)).toEqual(['a', 'c', 'a', 'b']);
  expect(await holders(db, 'b', 'desc')).toMatchObject([{ key: 'b', holder: 'x' }]);
});

test('a lookup in a transaction sees what the transaction wrote', async () => {
  const { db } = database;
  await db.transaction().execute(async (inside) => {
    await inside.updateTable('leases').set({ holder: 'y' }).where('name', '=', 'a').execute();
    const [own, others] = await Promise.all([holders(inside, 'a', 'asc'), holders(inside, 'b', 'asc')]);
    expect([...own, ...others].map(({ holder }) => holder)).toEqual(['y', 'x']);
    await inside.updateTable('leases').set({ holder: 'x' }).where('name', '=', 'a').execute();
  });
});

test('a failed statement rejects each of its lookups', async () => {
  const wrong = prepareLookup('bigint', (db, hasKey) =>
    db
      .selectFrom('nothing' as 'users')
      .select('id as key')
      .where(hasKey('id')),
  );
  const tried = await Promise.allSettled([1, 2, 1].map((id) => wrong(database.db, id)));
  expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('PostgreSQL runs one statement for all lookups of a turn', async () => {
  const statements: string[] = [];
  const watched = await openDatabase(await newUrl(), { onStatement: (text) => statements.push(text) });
  await migrate(watched.db);
  statements.length = 0;
  await Promise.all(['a', 'b', 'c'].map((name) => holders(watched.db, name, 'asc')));
  expect(statements).toHaveLength(watched.engine === 'postgres' ? 1 : 3);
  await watched.close();
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('on one connection to PostgreSQL', () => {
  const everything = prepareLookup('text', (db, hasKey) =>
    db.selectFrom('leases').selectAll().select('name as key').where(hasKey('name')),
  );
  let alone: Database;
  let db: Db;
  afterEach(() => alone.close());
  beforeEach(async () => {
    alone = await openDatabase(await newUrl(), { connections: 1 });
    db = alone.db;
    await migrate(db);
    await db.insertInto('leases').values({ name: 'a', holder: 'x', expires_at: 1 }).execute();
  });

  test('a prepared query is parsed once', async () => {
    for (let times = 0; times < 3; times += 1) expect(await everything(db, 'a')).toHaveLength(1);
    const { rows } = await sql`
      select * from pg_prepared_statements where statement like '%"leases"%'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test('a prepared query reads the columns that a migration has added meanwhile', async () => {
    const inside = () => db.transaction().execute((transaction) => everything(transaction, 'a'));
    await everything(db, 'a');
    await sql`alter table leases add column added text default 'new'`.execute(db);
    const added = [{ key: 'a', added: 'new' }];
    expect(await inside()).toMatchObject(added);
    for (let times = 0; times < 3; times += 1) expect(await everything(db, 'a')).toMatchObject(added);
    expect(await inside()).toMatchObject(added);
  });
});
