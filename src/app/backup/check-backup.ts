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
 * Looks through a whole backup: every byte of the database and of the uploads, the database's own structure, every row.
 * Throws {@link BackupError} with all that is wrong. Changes nothing in it.
 */
export async function checkBackup(
  folder: string,
  onProgress: (doing: string, done: number, total: number) => void = () => {},
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const wrong: string[] = [];
  const files: [string, { bytes: number; sha256: string }][] = [
    [DATABASE_FILE, manifest.database],
    ...Object.entries(manifest.uploads?.files ?? {}).map(
      ([name, file]) => [join(UPLOADS_FOLDER, name), file] as [string, typeof file],
    ),
  ];
  for (const [done, [name, expected]] of files.entries()) {
    const fault = await findFault(join(folder, name), expected);
    if (fault) wrong.push(`${name} ${fault}`);
    onProgress('checking files', done + 1, files.length);
  }
  if (wrong.length === 0)
    wrong.push(...(await findDatabaseFaults(join(folder, DATABASE_FILE), manifest, onProgress)));
  if (wrong.length > 0)
    throw new BackupError(`The backup ${folder} is damaged:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new BackupError(`${folder} is no backup: there is no ${MANIFEST_FILE} in it.`);
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
  return (await hashFile(path)) === expected.sha256 ? null : 'is not what it was';
}

async function findDatabaseFaults(
  file: string,
  manifest: Manifest,
  onProgress: (doing: string, done: number, total: number) => void,
): Promise<string[]> {
  const { db, close } = await openReadOnly(file);
  try {
    const faults = await findFaults(db);
    if ((await appliedMigrations(db)).at(-1) !== manifest.migration)
      faults.push('the database is of another version');
    const tables = await digestTables(db, (done, total) => onProgress('checking rows', done, total));
    return [...faults, ...differentTables(manifest.tables, tables)];
  } finally {
    await close();
  }
}

/** What a database holds otherwise than a backup's list says. */
export function differentTables(expected: Manifest['tables'], found: Manifest['tables']): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].flatMap((name) => {
    const [was, is] = [expected[name], found[name]];
    if (was?.rows !== is?.rows)
      return `${name} has ${is?.rows ?? 'no'} rows instead of ${was?.rows ?? 'none'}`;
    return was?.hash === is?.hash ? [] : `${name} holds other rows than it did`;
  });
}

/** What SQLite itself finds wrong with a file. */
export async function findFaults(db: Db): Promise<string[]> {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check(10)`.execute(db);
  const references = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...integrity.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...new Set(references.rows.map(({ table, parent }) => `a row of ${table} refers to none of ${parent}`)),
  ];
}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
