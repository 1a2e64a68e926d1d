import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { newDataDir, removeDataDir } from '../site-process.ts';
import { createDatabase } from './postgres.ts';

/** Creates an empty database on this run's engine (TEST_ENGINE), without tables. */
export async function openEmptyDatabase(): Promise<Database> {
  if (process.env.TEST_ENGINE !== 'postgres') return openDatabase('sqlite::memory:');
  return openDatabase(await createDatabase(inject('postgresUrl')));
}

/** Creates a database with the current schema. */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_ENGINE === 'postgres') return openDatabase(await copyOfTemplate());
  template ??= readTemplate();
  const { statements, rows } = await template;
  const database = await openEmptyDatabase();
  for (const statement of statements) await sql.raw(statement).execute(database.db);
  for (const { table, values } of rows) await database.db.insertInto(table).values(values).execute();
  return database;
}

/** Current schema with its first rows in SQLite. Copying it takes a fifth of the migrations' time. */
interface Template {
  statements: string[];
  rows: { table: never; values: never[] }[];
}
let template: Promise<Template> | undefined;

async function readTemplate(): Promise<Template> {
  const { db, close } = await openEmptyDatabase();
  await migrate(db);
  const { rows: objects } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where sql is not null order by rowid`.execute(db);
  const own = objects.filter(({ name }) => !name.startsWith('sqlite_'));
  const rows: Template['rows'] = [];
  for (const { name, type } of objects) {
    if (type !== 'table') continue;
    const { rows: values } = await sql`select * from ${sql.table(name)}`.execute(db);
    if (values.length > 0) rows.push({ table: name as never, values: values as never[] });
  }
  await close();
  return { statements: own.map((object) => object.sql), rows };
}

const copyOfTemplate = () => createDatabase(inject('postgresUrl'), undefined, inject('postgresTemplate'));

/**
 * Creates one database with the current schema for several nodes. Call `remove` after all nodes closed it.
 */
export async function openSharedDatabase(
  nodes: number,
): Promise<{ opened: Database[]; url: string; remove(): Promise<void> }> {
  const folder = await newDataDir();
  const url =
    process.env.TEST_ENGINE === 'postgres' ? await copyOfTemplate() : `sqlite:${join(folder, 'shared.db')}`;
  const opened: Database[] = [];
  for (let node = 0; node < nodes; node += 1) opened.push(await openDatabase(url));
  await migrate((opened[0] as Database).db);
  return { opened, url, remove: () => removeDataDir(folder) };
}
