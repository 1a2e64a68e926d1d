import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { engineOf } from '../dialect.ts';
import type { Db } from '../open.ts';

/** The references in the form in which migrations 15, 17 and 19 wrote them. */
const REFERENCE = ' references "droplets" ("id") on delete cascade';

/**
 * Lets members' rows of a droplet outlive it while it is in the trash. Rows that an older program deletes are
 * stored twice, and a restoration by either program leaves one of each.
 */
export const rowsOfDeletedItems: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration runs on many shapes of the tables
  async up(db: Kysely<any>) {
    for (const table of ['progress', 'again_marks', 'letters_sent'])
      if (engineOf(db as Db) === 'postgres')
        await db.schema.alterTable(table).dropConstraint(`${table}_droplet_id_fkey`).execute();
      else await copyWithoutReference(db, table);
  },
};

/** Copies rows to a new table, because SQLite cannot drop a constraint. No other table refers to these. */
async function copyWithoutReference(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${table} and sql is not null`.execute(db);
  const made = rows.find(({ type }) => type === 'table')?.sql ?? '';
  if (!made.includes(REFERENCE)) throw new Error(`The table ${table} refers to no droplet: ${made}`);
  const old = `${table}_before`;
  await sql`alter table ${sql.table(table)} rename to ${sql.table(old)}`.execute(db);
  await sql.raw(made.replace(REFERENCE, '')).execute(db);
  await sql`insert into ${sql.table(table)} select * from ${sql.table(old)}`.execute(db);
  await sql`drop table ${sql.table(old)}`.execute(db);
  for (const index of rows) if (index.type === 'index') await sql.raw(index.sql).execute(db);
}
