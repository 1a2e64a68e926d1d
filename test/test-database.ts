import { inject } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { createDatabase } from './postgres.ts';

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
