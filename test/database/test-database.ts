import { join } from 'node:path';
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
  const database = await openEmptyDatabase();
  await migrate(database.db);
  return database;
}

const copyOfTemplate = () => createDatabase(inject('postgresUrl'), undefined, inject('postgresTemplate'));

/** Creates one database with the current schema for several nodes. Call `remove` after they closed it. */
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
