import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { digestTables } from '#platform/database/copy/digest-tables.ts';
import { appliedMigrations } from '#platform/database/migrate.ts';
import { type Db, openReadOnly } from '#platform/database/open.ts';
import { BackupError } from './backup-error.ts';
import { DATABASE_FILE, MANIFEST_FILE, Manifest, UPLOADS_FOLDER } from './manifest.ts';

/**
 * Checks a whole backup, read-only: checksums of the database and the uploads, SQLite's structure, every row.
 * Throws {@link BackupError} with all faults.
 */
export async function checkBackup(
  folder: string,
  onProgress: (doing: string, done: number, total: number) => void = () => {},
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const faults: string[] = [];
  const files: [string, { bytes: number; sha256: string }][] = [
    [DATABASE_FILE, manifest.database],
    ...Object.entries(manifest.uploads?.files ?? {}).map(
      ([name, file]) => [join(UPLOADS_FOLDER, name), file] as [string, typeof file],
    ),
  ];
  for (const [done, [name, expected]] of files.entries()) {
    const fault = await findFault(join(folder, name), expected);
    if (fault) faults.push(`${name} ${fault}`);
    onProgress('checking files', done + 1, files.length);
  }
  if (faults.length === 0)
    faults.push(...(await findDatabaseFaults(join(folder, DATABASE_FILE), manifest, onProgress)));
  if (faults.length > 0)
    throw new BackupError(
      `The backup ${folder} is damaged:\n${faults.map((line) => `  ${line}`).join('\n')}`,
    );
  return manifest;
}

/** Reads a backup's manifest. Throws {@link BackupError} when the folder is no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`);
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`The backup ${folder} is damaged: its ${MANIFEST_FILE} cannot be read.`);
  }
}

async function findFault(path: string, expected: { bytes: number; sha256: string }): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (!found) return 'is missing';
  if (found.size !== expected.bytes) return `has ${found.size} bytes instead of ${expected.bytes}`;
  return (await hashFile(path)) === expected.sha256 ? null : 'has changed since the backup';
}

async function findDatabaseFaults(
  file: string,
  manifest: Manifest,
  onProgress: (doing: string, done: number, total: number) => void,
): Promise<string[]> {
  const { db, close } = await openReadOnly(file);
  try {
    const faults = await findSqliteFaults(db);
    if ((await appliedMigrations(db)).at(-1) !== manifest.migration)
      faults.push('the database has another schema version');
    const tables = await digestTables(db, (done, total) => onProgress('checking rows', done, total));
    return [...faults, ...differentTables(manifest.tables, tables)];
  } finally {
    await close();
  }
}

/** Lists the differences between a backup's tables and a database's. */
export function differentTables(expected: Manifest['tables'], found: Manifest['tables']): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].flatMap((name) => {
    const [before, now] = [expected[name], found[name]];
    if (before?.rows !== now?.rows)
      return `${name} has ${now?.rows ?? 'no'} rows instead of ${before?.rows ?? 'none'}`;
    return before?.hash === now?.hash ? [] : `${name} has other rows than before`;
  });
}

/** Runs SQLite's own integrity checks. */
export async function findSqliteFaults(db: Db): Promise<string[]> {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check(10)`.execute(db);
  const references = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...integrity.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...new Set(
      references.rows.map(({ table, parent }) => `a row of ${table} points to a missing row of ${parent}`),
    ),
  ];
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
