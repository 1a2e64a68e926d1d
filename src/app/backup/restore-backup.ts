import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyUploads, keptFiles } from '#features/uploads/server/copy-uploads.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { leapCatalogue } from '#platform/database/bump-catalogue.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { mayMoveInto, moveDatabase } from '#platform/database/copy/move-database.ts';
import { sqliteFile } from '#platform/database/database-name.ts';
import { openDatabase, openReadOnly } from '#platform/database/open.ts';
import { syncToDisk } from '#platform/database/sync-to-disk.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup, differentTables, hashFile } from './check-backup.ts';
import { DATABASE_FILE, type Manifest, UPLOADS_FOLDER } from './manifest.ts';

const SQLITE_BUSY = 5;

export interface RestoreWish {
  /** The backup's own folder. */
  backup: string;
  databaseUrl: string;
  uploads: UploadSpace;
  /** Take the place of what the database holds. */
  replace?: boolean;
  onProgress?: (doing: string, done: number, total: number) => void;
}

export interface Restored {
  manifest: Manifest;
  /** How many uploaded files are in the store now; undefined: the backup brought none. */
  uploads?: number;
  /** Where the embedded database that was replaced lies now. */
  putAside?: string;
}

/**
 * Checks a backup, puts it into an empty database of either engine and its files into the store, and compares what is
 * there then with the backup's list. Only the catalogue's version is new. Throws {@link BackupError} or the move's own error; before the check has passed
 * nothing is touched.
 */
export async function restoreBackup(wish: RestoreWish): Promise<Restored> {
  const { backup, databaseUrl, onProgress = () => {} } = wish;
  const manifest = await checkBackup(backup, onProgress);
  const file = sqliteFile(databaseUrl);
  await refuseUsed(wish);
  // Files first: they disturb nobody, and what is broken off after them can be begun again.
  const uploads = manifest.uploads ? await putUploads(wish) : undefined;
  const putAside = file ? await placeFile(backup, file, manifest) : await fill(wish);
  const { db, close } = await openDatabase(databaseUrl);
  try {
    const wrong = differentTables(
      manifest.tables,
      await digestTables(db, (done, total) => onProgress('comparing rows', done, total)),
    );
    if (wrong.length > 0)
      throw new BackupError(`What was restored is not what the backup holds: ${wrong.join('; ')}`);
    // Nodes that run keep answers under versions, and a backup's may stand for other content by now.
    await leapCatalogue(db);
  } finally {
    await close();
  }
  return { manifest, uploads, putAside };
}

async function refuseUsed({ backup, databaseUrl, replace }: RestoreWish): Promise<void> {
  const file = sqliteFile(databaseUrl);
  if (file) {
    if (existsSync(file) && !replace)
      throw new BackupError(
        `There is a database already: ${file}. Name another place, or add --replace to put this one aside.`,
      );
    return;
  }
  const { db, close } = await openDatabase(databaseUrl);
  try {
    await mayMoveInto(db, { sourceName: nameOf(backup), replace });
  } finally {
    await close();
  }
}

const nameOf = (backup: string) => `the backup ${resolve(backup)}`;

/** Into PostgreSQL. */
async function fill({
  backup,
  databaseUrl,
  replace,
  onProgress = () => {},
}: RestoreWish): Promise<undefined> {
  const source = await openReadOnly(join(backup, DATABASE_FILE));
  const target = await openDatabase(databaseUrl);
  try {
    await moveDatabase(source, target, {
      sourceName: nameOf(backup),
      replace,
      others: 'moving',
      onProgress: ({ doing, done, total }) => onProgress(`${doing} rows`, done, total),
    });
  } finally {
    await source.close();
    await target.close();
  }
}

/** The embedded database is a file: it comes whole to its place, or the old one stays. */
async function placeFile(backup: string, file: string, manifest: Manifest): Promise<string | undefined> {
  const making = `${file}.${process.pid}.partial`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await copyFile(join(backup, DATABASE_FILE), making);
    if ((await hashFile(making)) !== manifest.database.sha256)
      throw new BackupError(
        'The copy of the database is not what the backup holds: the disk may be failing.',
      );
    await syncToDisk(making);
    const putAside = existsSync(file)
      ? `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
      : undefined;
    if (putAside) {
      await putJournalsAside(file, putAside);
      // A second name, where the disk can: at no moment is there no database, in whose place a start would make one.
      await link(file, putAside).catch(() => copyFile(file, putAside));
    }
    await rename(making, file);
    await syncToDisk(dirname(file));
    return putAside;
  } finally {
    await rm(making, { force: true });
  }
}

/**
 * Takes the journals beside a database away, as they would be taken for the new one's: into its file, or beside its copy
 * when it is too broken for that. Throws while a site runs on it.
 */
async function putJournalsAside(file: string, aside: string): Promise<void> {
  const db = new DatabaseSync(file, { timeout: 1_000 });
  try {
    db.exec('pragma journal_mode = delete');
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new BackupError(`The database ${file} is in use. Stop the site first.`);
  } finally {
    db.close();
  }
  for (const ending of ['-wal', '-shm', '-journal'])
    if (existsSync(file + ending)) await rename(file + ending, aside + ending);
}

async function putUploads({ backup, uploads, onProgress = () => {} }: RestoreWish): Promise<number> {
  const { db, close } = await openReadOnly(join(backup, DATABASE_FILE));
  try {
    const from = uploadSpace(join(backup, UPLOADS_FOLDER)).store;
    const { copied } = await copyUploads(await keptFiles(db), from, uploads, (done, total) =>
      onProgress('restoring uploads', done, total),
    );
    return copied.length;
  } finally {
    await close();
  }
}
