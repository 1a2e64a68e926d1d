import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, expect, test } from 'vitest';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { readRows, type Value } from '#platform/database/copy/rows.ts';
import { type TableShape, tableShapes } from '#platform/database/copy/table-shapes.ts';
import { appliedMigrations, MigrationError, migrate, migrations } from '#platform/database/migrate.ts';
import type { Database, Db } from '#platform/database/open.ts';
import { fillOldDatabase } from '#test/database/old-database.ts';
import { failing, good } from '#test/database/sample-migrations.ts';
import { openEmptyDatabase, openTestDatabase } from '#test/database/test-database.ts';

const NAMES = Object.keys(migrations);
const open: Database[] = [];

afterEach(async () => {
  for (const database of open.splice(0)) await database.close().catch(() => {});
});

async function opened(database: Promise<Database>): Promise<Database> {
  open.push(await database);
  return open.at(-1) as Database;
}

async function rowsOf(db: Db, shapes: readonly TableShape[]): Promise<Record<string, Value[][]>> {
  const all: Record<string, Value[][]> = {};
  for (const shape of shapes) {
    all[shape.name] = [];
    for await (const rows of readRows(db, shape)) all[shape.name]?.push(...rows);
  }
  return all;
}

test('all migrations in order lead to the newest tables', async () => {
  const latest = await tableShapes((await opened(openTestDatabase())).db);
  const { db } = await opened(openEmptyDatabase());
  for (const next of NAMES) expect(await migrate(db, { upTo: next })).toEqual([next]);
  expect(await tableShapes(db)).toEqual(latest);
  expect(await appliedMigrations(db)).toEqual(NAMES);
});

test('from every version, the later migrations keep all rows and end with the same tables', async () => {
  const latest = await tableShapes((await opened(openTestDatabase())).db);
  for (const start of NAMES) {
    const { db } = await opened(openEmptyDatabase());
    await migrate(db, { upTo: start });
    await fillOldDatabase(db);
    // Migrations that change the catalogue increase its version.
    const shapes = (await tableShapes(db)).filter(({ name }) => name !== 'catalogue_version');
    const before = await rowsOf(db, shapes);
    await migrate(db);
    expect(await rowsOf(db, shapes), start).toEqual(before);
    expect(await tableShapes(db), start).toEqual(latest);
    expect(await appliedMigrations(db)).toEqual(NAMES);
  }
  // The time grows with the number of migrations, each of which makes a database.
}, 300_000);

test('the newest tables accept writes of older programs, unless a migration excludes them', async () => {
  const needed =
    NAMES.map((name) => /-needs-(\d{4})$/.exec(name)?.[1] ?? '')
      .sort()
      .at(-1) ?? '';
  const { db } = await opened(openEmptyDatabase());
  const knownAt = new Map<string, TableShape[]>();
  for (const older of NAMES) {
    await migrate(db, { upTo: older });
    if (older.slice(0, 4) >= needed) knownAt.set(older, await tableShapes(db));
  }
  const undone = new Error('undone');
  for (const [older, known] of knownAt) {
    const writing = db.transaction().execute(async (transaction) => {
      await fillOldDatabase(transaction, known);
      for (const shape of known) {
        const columns = sql.join(shape.columns.map((column) => sql.ref(column.name)));
        await sql`select ${columns} from ${sql.table(shape.name)}`.execute(transaction);
      }
      throw undone;
    });
    await expect(writing, older).rejects.toBe(undone);
  }
});

test('a migration’s name consists of a number, words, and its requirement', () => {
  for (const name of NAMES) expect(name).toMatch(/^\d{4}(-[a-z]+)+(-needs-\d{4})?$/);
  // Numbers may be omitted, but not repeated.
  const numbers = NAMES.map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

test('a failing migration rolls back all migrations of its run', async () => {
  const { db } = await opened(openTestDatabase());
  await fillOldDatabase(db);
  const before = await digestTables(db);
  const from = { ...migrations, '9001-good': good, '9002-failing': failing };
  const error = await migrate(db, { from }).catch((reason) => reason);
  expect(error).toBeInstanceOf(MigrationError);
  expect(error.message).toMatch(/is unchanged \(9002-failing\): in its middle/);
  expect(await digestTables(db)).toEqual(before);
  expect(await appliedMigrations(db)).toEqual(NAMES);
  expect(await migrate(db, { from: { ...migrations, '9001-good': good } })).toEqual(['9001-good']);
});

test('an older program accepts migrations that only add, and refuses those that remove', async () => {
  const { db } = await opened(openEmptyDatabase());
  const newer = { ...migrations, '9001-added': good };
  await migrate(db, { from: newer });
  expect(await migrate(db)).toEqual([]);
  const last = NAMES.at(-1)?.slice(0, 4);
  const nothing: Migration = { up: async () => {} };
  await migrate(db, { from: { ...newer, [`9002-drop-needs-${last}`]: nothing } });
  expect(await migrate(db)).toEqual([]);
  await migrate(db, {
    from: { ...newer, [`9002-drop-needs-${last}`]: nothing, '9003-drop-needs-9001': nothing },
  });
  await expect(migrate(db)).rejects.toThrow(/too new for this program: 9003-drop-needs-9001/);
  expect(await migrate(db, { from: newer })).toEqual([]);
});

test('a database with foreign migrations is refused', async () => {
  const { db } = await opened(openEmptyDatabase());
  const nothing: Migration = { up: async () => {} };
  await migrate(db, { from: { ...migrations, '9001-other': nothing } });
  await expect(migrate(db, { from: { ...migrations, '9000-mine': nothing } })).rejects.toThrow(
    /another branch/,
  );
});
