import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup } from '#app/backup/check-backup.ts';
import { restoreBackup } from '#app/backup/restore-backup.ts';
import { ConfigError, readConfig } from '#app/config.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { databaseName } from '#platform/database/database-name.ts';
import { progressLines } from './lib/progress.ts';
import { runCommand } from './lib/run-command.ts';

/*
 * npm run restore -- BACKUP [--to URL] [--replace] [--check]: restores a backup into a database.
 * docs/backup.md
 */

const USAGE = `Usage: npm run restore -- BACKUP [--to URL] [--replace] [--check]
  BACKUP     the folder of one backup
  --to URL   sqlite:<file> or postgres://…; without it, the site's own database
  --replace  replace the existing database: an SQLite file is kept beside it, PostgreSQL tables are deleted
  --check    only check that the backup is complete`;

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
    console.log(`The backup is complete. It was made at ${madeAt}, with schema ${migration}.`);
    return;
  }

  const config = readConfig(process.env);
  const databaseUrl = values.to ?? config.databaseUrl;
  const { manifest, uploads, replacedFile } = await restoreBackup({
    backup,
    databaseUrl,
    uploads: uploadSpace(join(config.dataDir, 'uploads'), config.s3, config.uploadsAccelPath),
    replace: values.replace,
    onProgress,
  });
  for (const [table, { rows }] of Object.entries(manifest.tables))
    console.log(`${String(rows).padStart(9)}  ${table}`);
  console.log(
    `Done. ${databaseName(databaseUrl)} is as it was at ${manifest.madeAt}; every row was compared.`,
  );
  console.log(
    uploads === undefined
      ? 'There are no uploads in this backup.'
      : `${uploads} uploaded files are restored.`,
  );
  if (replacedFile) console.log(`The previous database is kept in ${replacedFile}`);
}

await runCommand(main);
