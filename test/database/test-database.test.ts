import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { openEmptyDatabase, openTestDatabase } from './test-database.ts';

interface Row {
  name: string;
}

/** Reads the schema and all rows, without the times of the migrations. */
async function contentOf({ db }: Database) {
  const { rows: schema } = await sql<Row>`select type, name, sql from sqlite_master order by name`.execute(
    db,
  );
  const { rows: tables } = await sql<Row>`select name from sqlite_master where type = 'table'`.execute(db);
  const content: Record<string, unknown> = {};
  for (const { name } of tables.filter((table) => table.name !== 'kysely_migration'))
    content[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
  const { rows: applied } = await sql<Row>`select name from kysely_migration order by name`.execute(db);
  return { schema, content, applied };
}

test('a database for tests is equal to one whose migrations ran', async () => {
  const migrated = await openEmptyDatabase();
  await migrate(migrated.db);
  const copy = await openTestDatabase();
  expect(await contentOf(copy)).toEqual(await contentOf(migrated));
  await copy.close();
  await migrated.close();
});
