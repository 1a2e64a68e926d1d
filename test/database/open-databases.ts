import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { createDatabase } from './postgres.ts';

/** Opens several databases by URL for a test. One folder per test; all databases are closed at its end. */
export function openDatabases() {
  const opened: Database[] = [];
  let folder = '';
  let files = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stillwater-databases-'));
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  });
  const newFile = () => {
    files += 1;
    return `sqlite:${join(folder, `${files}.db`)}`;
  };
  return {
    /** Databases in the order of opening. */
    opened,
    inFolder: (name: string) => join(folder, name),
    newFile,
    /** Creates a database on this run's engine and returns its URL. */
    newUrl: async () =>
      process.env.TEST_ENGINE === 'postgres' ? createDatabase(inject('postgresUrl')) : newFile(),
    async open(url: string): Promise<Database> {
      const database = await openDatabase(url);
      opened.push(database);
      return database;
    },
  };
}
