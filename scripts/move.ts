import { parseArgs } from 'node:util';
import { ConfigError } from '#app/config.ts';
import { describeDifference } from '#platform/database/copy/compare-tables.ts';
import { compareDatabases, moveDatabase } from '#platform/database/copy/move-database.ts';
import type { Progress } from '#platform/database/copy/move-options.ts';
import { databaseExists, databaseName } from '#platform/database/database-name.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { progressLines } from './lib/progress.ts';
import { runCommand } from './lib/run-command.ts';

/* npm run move -- --from URL --to URL: moves everything from one database to another, of either engine.
   docs/backup.md */

const USAGE = `Usage: npm run move -- --from URL --to URL [--check] [--replace]
  URL        sqlite:<file> or postgres://user:password@host/database
  --check    only compare the two databases, row by row
  --replace  delete everything in the target first`;

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
    if (!databaseExists(url)) throw new ConfigError(`There is no database file ${databaseName(url)}.`);

  const lines = progressLines();
  const onProgress = ({ doing, table, done, total }: Progress) => lines(`${doing} ${table}`, done, total);
  await using source = disposable(await openDatabase(from));
  await using target = disposable(await openDatabase(to));
  if (check) {
    const differences = await compareDatabases(source.database, target.database, onProgress);
    if (differences.length > 0) throw new ConfigError(differences.map(describeDifference).join('\n'));
    console.log('Both databases are equal, row by row.');
    return;
  }
  console.log(`Moving from ${databaseName(from)}\n       to   ${databaseName(to)}`);
  console.log('Please stop the site first. While the move runs, nothing can be saved in the old database.');
  console.log('If it stops halfway, run the same command again. It continues where it stopped.');
  const { tables, wasResumed, startedOver } = await moveDatabase(source.database, target.database, {
    sourceName: databaseName(from),
    replace,
    onProgress,
  });
  if (startedOver)
    console.log(
      `The old database had changed since the move began, so everything was copied again. ${startedOver}`,
    );
  else if (wasResumed) console.log('The interrupted move is complete.');
  for (const [table, rows] of Object.entries(tables)) console.log(`${String(rows).padStart(9)}  ${table}`);
  console.log('Done. Every row is in the new database and was compared with its original.');
  console.log(
    'Now set DATABASE_URL to the new database and start the site. Do not write to the old one any more.',
  );
  console.log('Uploaded files are not in the database. To move them, use npm run move:uploads.');
}

const isUrl = (url: string | undefined): url is string => /^(postgres(ql)?:\/\/|sqlite:)./.test(url ?? '');

const disposable = (database: Database) => ({ database, [Symbol.asyncDispose]: () => database.close() });

await runCommand(main);
