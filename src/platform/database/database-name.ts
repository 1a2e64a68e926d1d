import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Names a database for people: the file's absolute path, or the URL without its password. */
export function databaseName(url: string): string {
  const file = sqliteFile(url);
  if (file !== undefined) return `sqlite:${file}`;
  const { username, host, pathname } = new URL(url);
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`;
}

/** Returns the absolute path of an embedded database's file; undefined for other databases. */
export function sqliteFile(url: string): string | undefined {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;
  return file === undefined || file === ':memory:' ? file : resolve(file);
}

/**
 * Tells whether the file exists, which opening an SQLite database would create. PostgreSQL databases always
 * count.
 */
export function databaseExists(url: string): boolean {
  const file = sqliteFile(url);
  return file === undefined || existsSync(file);
}
