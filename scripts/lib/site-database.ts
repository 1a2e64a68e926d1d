import { join } from 'node:path';
import { type Config, ConfigError } from '#app/config.ts';
import { copyBeforeMigration } from '#platform/database/copy/copy-before-migration.ts';
import { databaseExists, databaseName } from '#platform/database/database-name.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Db, openDatabase } from '#platform/database/open.ts';

/**
 * Runs a command's work on the site's database, which is first copied and upgraded as by a start. Throws
 * {@link ConfigError} when the database does not exist, unless it `mayBeNew`: with a wrong DATA_DIR, a
 * command would otherwise report success on an empty database.
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
