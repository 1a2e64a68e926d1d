import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#app/config.ts';
import { copyBeforeMigration } from '#platform/database/copy/copy-before-migration.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { seedCatalogue } from './seed/seed-catalogue.ts';

/* npm run seed -- --oceans N --waves M --droplets K: a synthetic catalogue of that size, in all, for scale
   work. It adds to what is there, as drafts of nothing: everything is published. */

const MOST = 10_000_000;

function count(name: string, text: string | undefined): number {
  if (text === undefined || !/^\d+$/.test(text) || Number(text) > MOST)
    throw new ConfigError(`--${name} needs a whole number from 0 to ${MOST}, such as --${name} 100`);
  return Number(text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { oceans: { type: 'string' }, waves: { type: 'string' }, droplets: { type: 'string' } },
  });
  const size = {
    oceans: count('oceans', values.oceans),
    waves: count('waves', values.waves),
    droplets: count('droplets', values.droplets),
  };
  if (size.waves > 0 && size.oceans === 0)
    throw new ConfigError('Waves need an ocean. Add --oceans 1 or more.');
  if (size.droplets > 0 && size.waves === 0)
    throw new ConfigError('Droplets need a wave. Add --waves 1 or more.');

  const config = readConfig(process.env);
  const database = await openDatabase(config.databaseUrl);
  try {
    const copies = join(config.dataDir, 'backups');
    await migrate(database.db, { before: copyBeforeMigration(config.databaseUrl, copies, console.log) });
    let shown = 0;
    await seedCatalogue(database.db, size, (done, total) => {
      const percent = Math.floor((100 * done) / total);
      if (percent < shown + 5 && done < total) return;
      shown = percent;
      console.log(`${String(percent).padStart(3)} %  ${done} of ${total}`);
    });
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
