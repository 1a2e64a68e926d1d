import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { announceUpload, completeUpload } from '#features/uploads/server/queries.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { fillDatabase } from './database/filled-database.ts';
import { openDatabases } from './database/open-databases.ts';

/**
 * Only difference between a backup and the database restored from it: the catalogue version, under which
 * nodes cache responses.
 */
export const NEW_VERSION = ['catalogue_version has other rows than before'];

/** Sites with a filled database and uploads, for tests of backups. Each test file has its own folder. */
export function backupFixture() {
  const databases = openDatabases();
  const { inFolder, newUrl, open } = databases;
  const openFor = async (url: string) => (await open(url)).db;
  let sites = 0;
  return {
    ...databases,
    openFor,
    backups: () => inFolder('backups'),
    elsewhere: () => uploadSpace(inFolder('elsewhere')),
    async newSite() {
      const url = await newUrl();
      const db = await openFor(url);
      await migrate(db);
      await fillDatabase(db);
      sites += 1;
      const space = uploadSpace(inFolder(`uploads-${sites}`));
      const names = [await addUpload(db, space, 'a'), await addUpload(db, space, 'b')];
      return { url, db, space, names };
    },
  };
}

/** Stores a small upload whose name begins with the digit. Returns the name. */
export async function addUpload(
  db: Database['db'],
  { store, incoming }: UploadSpace,
  digit: string,
): Promise<string> {
  const hash = digit.repeat(32);
  const content = `film ${digit}`;
  const name = `${hash}.mp4`;
  await announceUpload(db, {
    hash,
    name,
    kind: 'video',
    contentType: 'video/mp4',
    bytes: content.length,
    width: null,
    height: null,
    files: { [name]: content.length },
    originalName: 'film.mp4',
    uploadedBy: null,
  });
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, name), content);
  await store.put(name, join(incoming, name), 'video/mp4');
  await completeUpload(db, name);
  return name;
}

/** Reads a stored file. */
export async function textOf({ store }: UploadSpace, name: string): Promise<string> {
  return Buffer.concat((await (await store.read(name))?.toArray()) ?? []).toString();
}
