import { join } from 'node:path';
import { type Config, ConfigError } from '#app/config.ts';
import { copyBeforeMigration } from '#platform/database/copy/copy-before-migration.ts';
import { databaseExists, databaseName } from '#platform/database/database-name.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Db, openDatabase } from '#platform/database/open.ts';

/**
 * Runs a command's work on the site's database, upgraded as by a start: with a copy from before. Throws
 * {@link ConfigError} when there is none, unless it `mayBeNew`: with another DATA_DIR than the site's, a
 * command would report success over an empty database.
 */
export async function withSiteDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (db: Db) => Promise<Result>,
  { mayBeNew = false } = {},
): Promise<Result> {
  if (!mayBeNew && !databaseExists(databaseUrl))
    throw new ConfigError(
      `There is no database ${databaseName(databaseUrl)}. Set DATA_DIR or DATABASE_URL as for the site.`,
    );
  const { db, close } = await openDatabase(databaseUrl);
  try {
    await migrate(db, { before: copyBeforeMigration(databaseUrl, join(dataDir, 'backups'), console.log) });
    return await work(db);
  } finally {
    await close();
  }
}
