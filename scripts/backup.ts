import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepNewest, makeBackup, removeLeftovers } from '#app/backup/make-backup.ts';
import { lostUploads, makeNotedBackup } from '#app/backup/note-backup.ts';
import { ConfigError, readConfig } from '#app/config.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { progressLines } from './lib/progress.ts';
import { runCommand } from './lib/run-command.ts';

/* npm run backup -- FOLDER [--keep N] [--no-uploads]: backs up the running site. docs/backup.md */

const USAGE = `Usage: npm run backup -- FOLDER [--keep N] [--no-uploads]
  FOLDER        where your backups are kept; each one gets its own folder, named after its time
  --keep N      keep the newest N backups and delete the others
  --no-uploads  back up the database only
  --uploads     back up uploads in S3 too; without it they are left out`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: { keep: { type: 'string' }, uploads: { type: 'boolean' } },
  });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new ConfigError(USAGE);
  if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep))
    throw new ConfigError('--keep needs a whole number of 1 or more, such as --keep 7');

  const config = readConfig(process.env);
  const withUploads = values.uploads ?? !config.s3;
  const { store } = uploadSpace(join(config.dataDir, 'uploads'), config.s3);
  if (values.keep) for (const name of await removeLeftovers(folder)) console.log(`Deleted: ${name}`);
  const { path, manifest } = await makeNotedBackup(
    config.databaseUrl,
    () =>
      makeBackup({
        databaseUrl: config.databaseUrl,
        uploads: withUploads ? store : undefined,
        folder,
        onProgress: progressLines(),
      }),
    (message) => console.error(message),
  );
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const files = manifest.uploads
    ? `${Object.keys(manifest.uploads.files).length} uploaded files`
    : 'no uploads';
  console.log(`Your backup is in ${path}: ${rows} rows, ${files}, schema ${manifest.migration}.`);
  for (const name of manifest.uploads?.missing ?? [])
    console.log(`The upload ${name} is missing: it was not found where uploads are stored.`);
  // Exit code 1, because schedulers report failures only. Older backups stay, because they may contain the
  // files.
  const lost = lostUploads(manifest);
  if (lost) {
    console.error(lost);
    process.exitCode = 1;
  } else if (values.keep)
    for (const name of await keepNewest(folder, Number(values.keep))) console.log(`Deleted: ${name}`);
}

await runCommand(main);
