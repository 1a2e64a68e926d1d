import { existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyUploads, storedFiles } from '#features/uploads/server/copy-uploads.ts';
import type { UploadSpace } from '#features/uploads/server/store.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { checkTarget } from '#platform/database/copy/check-move.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { moveDatabase } from '#platform/database/copy/move-database.ts';
import { sqliteFile } from '#platform/database/database-name.ts';
import { openDatabase, openReadOnly } from '#platform/database/open.ts';
import { syncToDisk } from '#platform/database/sync-to-disk.ts';
import { skipCatalogueVersions } from '#platform/database/version/change-catalogue.ts';
import { BackupError } from './backup-error.ts';
import { checkBackup, differentTables, hashFile, readManifest } from './check-backup.ts';
import { DATABASE_FILE, type Manifest, UPLOADS_FOLDER } from './manifest.ts';

const SQLITE_BUSY = 5;
/** Extensions of the files beside a database file. */
const JOURNALS = ['-wal', '-shm', '-journal'];

interface RestoreOptions {
  /** The folder of one backup. */
  backup: string;
  databaseUrl: string;
  uploads: UploadSpace;
  /** Whether to replace the present content. */
  replace?: boolean;
  onProgress?: (doing: string, done: number, total: number) => void;
}

interface Restored {
  manifest: Manifest;
  /** Number of restored uploads; undefined: the backup has none. */
  uploads?: number;
  /** Path of the replaced SQLite file. */
  replacedFile?: string;
}

/**
 * Checks a backup, restores it into an empty database of either engine and its files into the store, and
 * compares the result with the manifest. Only the catalogue's version differs. Changes nothing before the
 * check has passed. Throws {@link BackupError} or the error of `moveDatabase`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { backup, databaseUrl, onProgress = () => {} } = options;
  await readManifest(backup);
  // Before the check of the backup, which may take an hour.
  await assertEmpty(options);
  const manifest = await checkBackup(backup, onProgress);
  // Again, because somebody may have started the site meanwhile.
  await assertEmpty(options);
  const file = sqliteFile(databaseUrl);
  // Files first, because they change no row, and an interrupted restoration can be repeated.
  const uploads = manifest.uploads ? await restoreUploads(options) : undefined;
  const replacedFile = file
    ? await restoreFile(options, file, manifest)
    : await restoreRows(options, manifest);
  return { manifest, uploads, replacedFile };
}

/** Compares the restored rows with the backup's, and sets a version that no node has cached. */
async function completeRestore(
  databaseUrl: string,
  manifest: Manifest,
  onProgress: NonNullable<RestoreOptions['onProgress']>,
): Promise<void> {
  const { db, close } = await openDatabase(databaseUrl);
  try {
    const differences = differentTables(
      manifest.tables,
      await digestTables(db, (done, total) => onProgress('comparing rows', done, total)),
    );
    if (differences.length > 0)
      throw new BackupError(`The restored data differ from the backup: ${differences.join('; ')}`);
    // Running nodes have cached responses by version, and the backup's version may have had other content.
    await skipCatalogueVersions(db);
  } finally {
    await close();
  }
}

async function assertEmpty({ backup, databaseUrl, replace }: RestoreOptions): Promise<void> {
  const file = sqliteFile(databaseUrl);
  if (file) {
    if (existsSync(file) && !replace)
      throw new BackupError(
        `There is already a database: ${file}. ` +
          'Choose another folder, or add --replace to replace it and keep the old file.',
      );
    return;
  }
  const { db, close } = await openDatabase(databaseUrl);
  try {
    await checkTarget(db, { sourceName: nameOf(backup), replace });
  } finally {
    await close();
  }
}

const nameOf = (backup: string) => `the backup ${resolve(backup)}`;

/** Copies the rows into PostgreSQL. */
async function restoreRows(
  { backup, databaseUrl, replace, onProgress = () => {} }: RestoreOptions,
  manifest: Manifest,
): Promise<undefined> {
  const source = await openReadOnly(join(backup, DATABASE_FILE));
  const target = await openDatabase(databaseUrl);
  try {
    await moveDatabase(source, target, {
      sourceName: nameOf(backup),
      replace,
      writers: 'allowed',
      onProgress: ({ doing, done, total }) => onProgress(`${doing} rows`, done, total),
    });
  } finally {
    await source.close();
    await target.close();
  }
  await completeRestore(databaseUrl, manifest, onProgress);
}

/** Replaces the SQLite file atomically: on failure the old one stays. Returns the path of the old one. */
async function restoreFile(
  { backup, onProgress = () => {} }: RestoreOptions,
  file: string,
  manifest: Manifest,
): Promise<string | undefined> {
  const partial = `${file}.${process.pid}.partial`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await copyFile(join(backup, DATABASE_FILE), partial);
    // A copy has the permissions of its source.
    await chmod(partial, 0o600);
    if ((await hashFile(partial)) !== manifest.database.sha256)
      throw new BackupError('The copied database differs from the backup. The disk may be failing.');
    // Runs before the old file is moved, because it may fail on a full disk.
    await completeRestore(`sqlite:${partial}`, manifest, onProgress);
    await syncToDisk(partial);
    const aside = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    const replacedFile = existsSync(file) ? aside : undefined;
    if (replacedFile) {
      await mergeJournals(file);
      // A hard link if possible, because a site that starts now must find a database; without one it would
      // create an empty one.
      await link(file, replacedFile).catch(() => copyFile(file, replacedFile));
    }
    // Moved after the copy, which fails on a full disk, because the old database may still need them.
    await moveJournals(file, aside);
    await rename(partial, file);
    await syncToDisk(dirname(file));
    return replacedFile;
  } finally {
    for (const ending of ['', ...JOURNALS]) await rm(partial + ending, { force: true });
  }
}

/** Merges the journals beside a database into its file. Throws while a site uses it. */
async function mergeJournals(file: string): Promise<void> {
  const db = new DatabaseSync(file, { timeout: 1_000 });
  try {
    db.exec('pragma journal_mode = delete');
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new BackupError(`The database ${file} is in use. Stop the site first.`);
  } finally {
    db.close();
  }
}

/**
 * Moves journals beside the copy, because SQLite would apply them to the new database. They remain from a
 * file that is too damaged for merging, or that was moved away alone.
 */
async function moveJournals(file: string, copy: string): Promise<void> {
  for (const ending of JOURNALS) if (existsSync(file + ending)) await rename(file + ending, copy + ending);
}

async function restoreUploads({ backup, uploads, onProgress = () => {} }: RestoreOptions): Promise<number> {
  const { db, close } = await openReadOnly(join(backup, DATABASE_FILE));
  try {
    const from = uploadSpace(join(backup, UPLOADS_FOLDER)).store;
    const { copied } = await copyUploads(await storedFiles(db), from, uploads, (done, total) =>
      onProgress('restoring uploads', done, total),
    );
    return copied.length;
  } finally {
    await close();
  }
}
