import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#app/config.ts';
import { copyUploads, storedFiles } from '#features/uploads/server/copy-uploads.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { progressLines } from './lib/progress.ts';
import { runCommand } from './lib/run-command.ts';
import { withSiteDatabase } from './lib/site-database.ts';

/* npm run move:uploads -- --to bucket|folder: copies uploads between the data folder and the S3 store.
   docs/backup.md */

const USAGE = `Usage: npm run move:uploads -- --to bucket|folder
  bucket  copy uploads from the data folder to S3
  folder  copy uploads from S3 to the data folder
Both need the five S3 variables. Files that are already there stay as they are. Nothing is deleted.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const config = readConfig(process.env);
  if (!config.s3 || (values.to !== 'bucket' && values.to !== 'folder')) throw new ConfigError(USAGE);
  const path = join(config.dataDir, 'uploads');
  const [folder, bucket] = [uploadSpace(path), uploadSpace(path, config.s3)];
  const [from, to] = values.to === 'bucket' ? [folder, bucket] : [bucket, folder];

  await withSiteDatabase(config, async (db) => {
    const lines = progressLines();
    const files = await storedFiles(db);
    const { copied, missing } = await copyUploads(files, from.store, to, (done, total) =>
      lines('copying uploads', done, total),
    );
    for (const name of missing) console.log(`Not found, so not copied: ${name}`);
    console.log(`${copied.length} of ${files.length} uploaded files are now in the ${values.to}.`);
    if (missing.length > 0) process.exitCode = 1;
  });
}

await runCommand(main);
