import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Upload } from '#features/uploads/contract/schemas.ts';
import { announceJob } from '#features/uploads/server/jobs/job-queries.ts';
import { announceUpload } from '#features/uploads/server/queries.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { databaseUrlOf, leftovers } from './leftovers.ts';

/* Creates leftovers, and expects that the script reports them. */

const HASH = '0'.repeat(32);
const NAME = `${HASH}-720.mp4`;
const FILM = { url: `/media/u/${NAME}` } as Upload;

let folder: string;
let uploads: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-leftovers-'));
  uploads = join(folder, 'uploads');
  await mkdir(join(uploads, 'incoming'), { recursive: true });
  database = await openDatabase(databaseUrlOf(folder));
  await migrate(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function aFilm(...files: string[]): Promise<void> {
  await announceUpload(database.db, {
    hash: HASH,
    name: NAME,
    kind: 'video',
    contentType: 'video/mp4',
    bytes: 1,
    width: null,
    height: null,
    files: Object.fromEntries(files.map((name) => [name, 1])),
    originalName: 'film.mov',
    uploadedBy: null,
  });
  for (const name of files) await writeFile(join(uploads, name), 'x');
}

test('a film with all of its files counts as no leftover', async () => {
  await aFilm(NAME, `${HASH}-360.mp4`);
  expect(await leftovers(folder, undefined, [FILM])).toEqual([]);
});

test('an unreferenced file, a lost film and an unfinished job are reported', async () => {
  await writeFile(join(uploads, 'stray.part'), 'x');
  await writeFile(join(uploads, 'incoming', 'from-a-crash'), 'x');
  expect(await leftovers(folder, undefined, [FILM])).toEqual([
    `the upload ${NAME} is lost`,
    'the file stray.part is left',
    'the file stray.part is left',
  ]);
  await rm(join(uploads, 'stray.part'));
  await aFilm(NAME);
  await announceJob(database.db, { uploadName: NAME, original: `${HASH}.orig`, originalBytes: 1 });
  await rm(join(uploads, NAME));
  expect(await leftovers(folder, undefined, [FILM])).toEqual([
    `a job is failed: ${NAME}`,
    `the file ${NAME} is lost`,
  ]);
});
