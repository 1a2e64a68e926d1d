import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PREPARED_DATA } from './shared-browser.ts';

/**
 * Variables that only a first start reads, which fills an empty database with the demo and the administrator.
 */
const FIRST_START = ['DEMO', 'ADMIN_USERNAME', 'ADMIN_PASSWORD'];
const DATABASE = 'stillwater.db';

function preparedFile(environment: Record<string, string>): string | undefined {
  const folder = process.env[PREPARED_DATA];
  if (!folder) return undefined;
  const values = FIRST_START.map((name) => environment[name] ?? null);
  return join(folder, `${createHash('sha256').update(JSON.stringify(values)).digest('hex')}.db`);
}

/** Copies the database of an earlier first start into the data folder, if there is one. */
export async function copyPreparedData(dataDir: string, environment: Record<string, string>) {
  const file = preparedFile(environment);
  if (file && existsSync(file)) await copyFile(file, join(dataDir, DATABASE));
}

/** Stores a copy of a new site's database, for later sites. */
export async function savePreparedData(dataDir: string, environment: Record<string, string>) {
  const file = preparedFile(environment);
  if (!file || existsSync(file)) return;
  const copy = `${file}.${process.pid}`;
  const database = new DatabaseSync(join(dataDir, DATABASE));
  try {
    database.exec(`vacuum into '${copy}'`);
  } finally {
    database.close();
  }
  // Another worker may have stored its copy first, which is equivalent.
  await rename(copy, file);
}
