import { parseArgs } from 'node:util';
import { ConfigError } from '#app/config.ts';
import { describeDifference } from '#platform/database/copy/compare-tables.ts';
import { compareDatabases, moveDatabase, type Progress } from '#platform/database/copy/move-database.ts';
import { databaseName, isThere } from '#platform/database/database-name.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { progressLines } from './lib/progress.ts';

/* npm run move -- --from URL --to URL: everything from one database into another of either engine. docs/backup.md */

const USAGE = `Usage: npm run move -- --from URL --to URL [--check] [--replace]
  URL        sqlite:<file> or postgres://user:password@host/database
  --check    only compare the two, row by row
  --replace  delete what the target holds`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      check: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  });
  const { from, to, check, replace } = values;
  if (!isUrl(from) || !isUrl(to)) throw new ConfigError(USAGE);
  for (const url of check ? [from, to] : [from])
    if (!isThere(url)) throw new ConfigError(`There is no file ${databaseName(url)}.`);

  const lines = progressLines();
  const onProgress = ({ doing, table, done, total }: Progress) => lines(`${doing} ${table}`, done, total);
  await using source = disposable(await openDatabase(from));
  await using target = disposable(await openDatabase(to));
  if (check) {
    const differences = await compareDatabases(source.database, target.database, onProgress);
    if (differences.length > 0) throw new ConfigError(differences.map(describeDifference).join('\n'));
    console.log('Both hold the same, row by row.');
    return;
  }
  console.log(`From ${databaseName(from)}\nto   ${databaseName(to)}`);
  console.log('Stop the site first. Until this ends nobody can write to the source.');
  console.log('Broken off, the same command goes on where it was.');
  const { tables, wasResumed, startedOver } = await moveDatabase(source.database, target.database, {
    sourceName: databaseName(from),
    replace,
    onProgress,
  });
  if (startedOver)
    console.log(`The source had changed since this move began, so all was copied anew. ${startedOver}`);
  else if (wasResumed) console.log('The move that was broken off is finished.');
  for (const [table, rows] of Object.entries(tables)) console.log(`${String(rows).padStart(9)}  ${table}`);
  console.log('All rows are in the new database and each was compared with its original.');
  console.log(
    'Start the site with DATABASE_URL set to it. What is written to the old one from now on stays there.',
  );
  console.log('Uploaded files are no part of the database: npm run move:uploads moves them.');
}

const isUrl = (url: string | undefined): url is string => /^(postgres(ql)?:\/\/|sqlite:)./.test(url ?? '');

const disposable = (database: Database) => ({ database, [Symbol.asyncDispose]: () => database.close() });

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
