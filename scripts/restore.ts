import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup } from '#app/backup/check-backup.ts';
import { restoreBackup } from '#app/backup/restore-backup.ts';
import { ConfigError, readConfig } from '#app/config.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { databaseName } from '#platform/database/database-name.ts';
import { progressLines } from './lib/progress.ts';

/* npm run restore -- BACKUP [--to URL] [--replace] [--check]: what a backup holds, back into a database. docs/backup.md */

const USAGE = `Usage: npm run restore -- BACKUP [--to URL] [--replace] [--check]
  BACKUP     the backup's own folder
  --to URL   sqlite:<file> or postgres://…; without it the database that the site is set to
  --replace  take the place of what is there: an embedded database is put aside, in PostgreSQL all is deleted
  --check    only look whether the backup is whole`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      replace: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const [backup, ...rest] = positionals;
  if (!backup || rest.length > 0 || !/^(postgres(ql)?:\/\/|sqlite:)./.test(values.to ?? 'sqlite:x'))
    throw new ConfigError(USAGE);
  const onProgress = progressLines();
  if (values.check) {
    const { madeAt, migration } = await checkBackup(backup, onProgress);
    console.log(`The backup is whole: made at ${madeAt}, at ${migration}.`);
    return;
  }

  const config = readConfig(process.env);
  const databaseUrl = values.to ?? config.databaseUrl;
  const { manifest, uploads, putAside } = await restoreBackup({
    backup,
    databaseUrl,
    uploads: uploadSpace(join(config.dataDir, 'uploads'), config.s3),
    replace: values.replace,
    onProgress,
  });
  for (const [table, { rows }] of Object.entries(manifest.tables))
    console.log(`${String(rows).padStart(9)}  ${table}`);
  console.log(
    `${databaseName(databaseUrl)} holds what the site held at ${manifest.madeAt}; every row was compared.`,
  );
  console.log(
    uploads === undefined
      ? 'The backup brought no uploads.'
      : `${uploads} uploaded files are in their place.`,
  );
  if (putAside) console.log(`The database that was there before lies in ${putAside}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
