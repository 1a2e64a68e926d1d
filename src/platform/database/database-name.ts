import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Returns a database's name for people: the file's absolute path, or the URL without its password. */
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
 * Tells whether the file exists, because opening an SQLite database would create it. PostgreSQL databases
 * always count as existing.
 */
export function databaseExists(url: string): boolean {
  const file = sqliteFile(url);
  return file === undefined || existsSync(file);
}
