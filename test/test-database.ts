import { join } from 'node:path';
import { inject } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { createDatabase } from './postgres.ts';
import { newDataDir, removeDataDir } from './site-process.ts';

/** An empty database on the engine that this run is for (TEST_ENGINE), without tables. */
export async function openEmptyDatabase(): Promise<Database> {
  if (process.env.TEST_ENGINE !== 'postgres') return openDatabase('sqlite::memory:');
  return openDatabase(await createDatabase(inject('postgresUrl')));
}

/** The same with this version's tables. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openEmptyDatabase();
  await migrate(database.db);
  return database;
}

/** One database with this version's tables, opened by each of several nodes. `remove` after they have closed it. */
export async function openSharedDatabase(
  nodes: number,
): Promise<{ opened: Database[]; remove(): Promise<void> }> {
  const folder = await newDataDir();
  const url =
    process.env.TEST_ENGINE === 'postgres'
      ? await createDatabase(inject('postgresUrl'))
      : `sqlite:${join(folder, 'shared.db')}`;
  const opened: Database[] = [];
  for (let node = 0; node < nodes; node += 1) opened.push(await openDatabase(url));
  await migrate((opened[0] as Database).db);
  return { opened, remove: () => removeDataDir(folder) };
}
