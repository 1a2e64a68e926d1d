import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { copyUploads, storedFiles } from '#features/uploads/server/copy-uploads.ts';
import type { Store } from '#features/uploads/server/store.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { copySqliteFile } from '#platform/database/copy/copy-sqlite-file.ts';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { moveDatabase } from '#platform/database/copy/move-database.ts';
import { MoveError } from '#platform/database/copy/move-options.ts';
import { databaseExists, databaseName, sqliteFile } from '#platform/database/database-name.ts';
import { whyUnavailable } from '#platform/database/dialect.ts';
import { appliedMigrations } from '#platform/database/migrate.ts';
import { openDatabase, openReadOnly } from '#platform/database/open.ts';
import { syncToDisk } from '#platform/database/sync-to-disk.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { DAY } from '#platform/text/time-units.ts';
import { BackupError } from './backup-error.ts';
import { findSqliteFaults, hashFile } from './check-backup.ts';
import { DATABASE_FILE, MANIFEST_FILE, type Manifest, UPLOADS_FOLDER } from './manifest.ts';

interface BackupOptions {
  databaseUrl: string;
  /** Undefined: uploads are not backed up. */
  uploads?: Store;
  /** The folder that contains all backups. */
  folder: string;
  onProgress?: (doing: string, done: number, total: number) => void;
}

/**
 * Backs up a running site to a new folder in `folder` and returns its path. The folder is renamed when the
 * backup is on disk and checked. Throws {@link BackupError} on failure, and then leaves nothing behind.
 */
export async function makeBackup({ databaseUrl, uploads, folder, onProgress = () => {} }: BackupOptions) {
  const madeAt = new Date().toISOString();
  const path = join(folder, backupName(madeAt));
  const partial = `${path}.${process.pid}.partial`;
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const report: typeof onProgress = (...progress) => {
    // The time stamp shows the next backup that this one, which may take days, is not a leftover.
    utimes(partial, new Date(), new Date()).catch(() => {});
    onProgress(...progress);
  };
  try {
    await copyDatabase(databaseUrl, join(partial, DATABASE_FILE), report);
    const manifest = await describe(
      partial,
      { madeAt, engine: sqliteFile(databaseUrl) ? 'sqlite' : 'postgres' },
      uploads,
      report,
    );
    await writeSynced(join(partial, MANIFEST_FILE), JSON.stringify(manifest, null, 2));
    await syncToDisk(partial);
    await rename(partial, path);
    await syncToDisk(folder);
    return { path, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explained(error, databaseUrl, folder);
  }
}

/** Names the full disk of an error: PostgreSQL's, where reads may need space, too, or that of the backups. */
function explained(error: unknown, databaseUrl: string, folder: string): unknown {
  const failed = error instanceof MoveError && error.cause ? error.cause : error;
  const cause = failed instanceof DatabaseUnavailable ? failed.cause : failed;
  if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC' && whyUnavailable(cause) !== 'full') return error;
  return cause instanceof pg.DatabaseError
    ? new BackupError(
        `The disk of PostgreSQL is full, so ${databaseName(databaseUrl)} could not be read: ` +
          `${cause.message}. Free space on the database server, then repeat the backup.`,
      )
    : new BackupError(`There is not enough space in ${folder} for a backup.`);
}

const NAME = /^stillwater-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const backupName = (at: string) => `stillwater-${at.replaceAll(/[:.]/g, '-')}`;

/** Time in ms without progress after which leftovers of killed runs are deleted. */
const PARTIAL_MAX_AGE = DAY;

/** Deletes all but the newest backups. Returns the deleted names. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  return removeAll(folder, names.slice(0, -count));
}

/**
 * Deletes leftovers of killed runs. Returns the deleted names. Must be called before a backup, because
 * leftovers may have filled the disk.
 */
export async function removeLeftovers(folder: string): Promise<string[]> {
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith('stillwater-') && name.endsWith('.partial')) {
      const about = await stat(join(folder, name)).catch(() => null);
      if (about && Date.now() - about.mtimeMs > PARTIAL_MAX_AGE) old.push(name);
    }
  return removeAll(folder, old);
}

async function removeAll(folder: string, names: string[]): Promise<string[]> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names;
}

async function copyDatabase(url: string, file: string, onProgress: NonNullable<BackupOptions['onProgress']>) {
  const from = sqliteFile(url);
  if (!databaseExists(url)) throw new BackupError(`There is no database ${databaseName(url)}.`);
  if (from) {
    await copySqliteFile(from, file, (part) =>
      onProgress('copying the database', Math.round(part * 100), 100),
    );
    return;
  }
  const source = await openDatabase(url);
  const target = await openDatabase(`sqlite:${file}`);
  try {
    await moveDatabase(source, target, {
      sourceName: databaseName(url),
      writers: 'allowed',
      onProgress: ({ doing, done, total }) => onProgress(`${doing} the database`, done, total),
    });
    // Makes one file, without a journal.
    await sql`pragma journal_mode = delete`.execute(target.db);
  } finally {
    await source.close();
    await target.close();
  }
  await syncToDisk(file);
}

async function describe(
  folder: string,
  known: Pick<Manifest, 'madeAt' | 'engine'>,
  store: Store | undefined,
  onProgress: NonNullable<BackupOptions['onProgress']>,
): Promise<Manifest> {
  const file = join(folder, DATABASE_FILE);
  const { db, close } = await openReadOnly(file);
  try {
    const faults = await findSqliteFaults(db);
    if (faults.length > 0) throw new BackupError(`The database is damaged: ${faults.join('; ')}`);
    const migration = (await appliedMigrations(db)).at(-1);
    if (!migration) throw new BackupError('This is not a Stillwater database: it has no tables.');
    const tables = await digestTables(db, (done, total) => onProgress('reading the copy', done, total));
    return {
      format: 1,
      ...known,
      migration,
      database: { bytes: (await stat(file)).size, sha256: await hashFile(file) },
      tables,
      uploads: store ? await addUploads(db, join(folder, UPLOADS_FOLDER), store, onProgress) : null,
    };
  } finally {
    await close();
  }
}

/** Copies the uploads that the copied database refers to. Later uploads are in the next backup. */
async function addUploads(
  db: Parameters<typeof storedFiles>[0],
  folder: string,
  store: Store,
  onProgress: NonNullable<BackupOptions['onProgress']>,
): Promise<Manifest['uploads']> {
  const space = uploadSpace(folder);
  const { copied, missing } = await copyUploads(await storedFiles(db), store, space, (done, total) =>
    onProgress('copying uploads', done, total),
  );
  await rm(space.incoming, { recursive: true, force: true });
  const files = copied.flatMap(({ name, bytes, sha256 }) =>
    sha256 ? [[name, { bytes, sha256 }] as const] : [],
  );
  return { files: Object.fromEntries(files), missing };
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
