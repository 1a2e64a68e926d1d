import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '#features/uploads/contract/schemas.ts';
import { sweepJobs } from '#features/uploads/server/jobs/sweep-jobs.ts';
import { sweepResumable } from '#features/uploads/server/resumable/sweep-resumable.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { sweepIncoming, sweepUploads } from '#features/uploads/server/sweep-uploads.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { HOUR } from '#platform/text/time-units.ts';

/*
 * Finds rows and files that uploads leave behind after the sweeps, which run with a later time. The site has
 * stopped.
 */

/**
 * Times in ms after which the sweeps delete: parts and incoming files after a day, unused uploads after a
 * week.
 */
const A_DAY_LATER = 25 * HOUR;
const A_WEEK_LATER = 8 * 24 * HOUR;

export const databaseUrlOf = (dataDir: string) => `sqlite:${join(dataDir, 'stillwater.db')}`;

/**
 * Returns a line for each row or file that belongs to no film, a day later, and for each row or file of the
 * unused films, a week later.
 */
export async function leftovers(
  dataDir: string,
  databaseUrl: string | undefined,
  films: readonly Upload[],
): Promise<string[]> {
  const folder = join(dataDir, 'uploads');
  const space = uploadSpace(folder);
  const database = await openDatabase(databaseUrl ?? databaseUrlOf(dataDir));
  try {
    await sweepAt(database, space, Date.now() + A_DAY_LATER);
    const names = films.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
    const lines = await strays(database, folder, names);
    await sweepAt(database, space, Date.now() + A_WEEK_LATER);
    return [...lines, ...(await strays(database, folder, []))];
  } finally {
    await database.close();
  }
}

async function sweepAt({ db }: Database, space: UploadSpace, now: number): Promise<void> {
  await sweepIncoming(space, now);
  await sweepUploads(db, space, now);
  await sweepResumable(db, space, now);
  await sweepJobs(db, space, now);
}

async function strays({ db }: Database, folder: string, expected: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ['resumable_uploads', 'resumable_parts'] as const) {
    const rows = await db.selectFrom(table).select('id').execute();
    if (rows.length > 0) lines.push(`${rows.length} rows are left in ${table}`);
  }
  const leases = await db.selectFrom('leases').select('name').where('name', 'like', 'resumable %').execute();
  if (leases.length > 0) lines.push(`${leases.length} leases of uploads are left`);
  const uploads = await db.selectFrom('uploads').select(['name', 'files']).execute();
  const jobs = await db.selectFrom('media_jobs').select(['upload_name', 'original', 'state']).execute();
  for (const { name } of uploads) if (!expected.includes(name)) lines.push(`the upload ${name} is left`);
  for (const { upload_name, state } of jobs)
    if (!expected.includes(upload_name) || state !== 'done') lines.push(`a job is ${state}: ${upload_name}`);
  for (const name of expected)
    if (!uploads.some((upload) => upload.name === name)) lines.push(`the upload ${name} is lost`);

  const known = new Set([
    ...uploads.flatMap(({ files }) => Object.keys(JSON.parse(files) as object)),
    ...jobs.flatMap(({ original }) => original ?? []),
  ]);
  const files = await filesIn(folder);
  for (const name of files) if (!known.has(name)) lines.push(`the file ${name} is left`);
  for (const name of known) if (!files.includes(name)) lines.push(`the file ${name} is lost`);
  return lines;
}

/** Lists all files of the uploads folder, and those in transfer with their folder's name. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const incoming = await readdir(join(folder, 'incoming')).catch(() => []);
  return [
    ...entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    ...incoming.map((name) => `incoming/${name}`),
  ];
}
