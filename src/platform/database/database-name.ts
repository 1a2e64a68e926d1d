import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** A database as a person may see it, the same however it was named: the file's whole path, or the URL without its password. */
export function databaseName(url: string): string {
  const file = sqliteFile(url);
  if (file !== undefined) return `sqlite:${file}`;
  const { username, host, pathname } = new URL(url);
  return `postgres://${username ? `${username}@` : ''}${host}${pathname}`;
}

/** The whole path of an embedded database's file; undefined for other databases. */
export function sqliteFile(url: string): string | undefined {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;
  return file === undefined || file === ':memory:' ? file : resolve(file);
}

/** Whether there is a file to read; opening an SQLite file that is not there would make it. */
export function isThere(url: string): boolean {
  const file = sqliteFile(url);
  return file === undefined || existsSync(file);
}
