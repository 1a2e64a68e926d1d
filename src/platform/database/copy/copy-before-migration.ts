import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { syncToDisk } from '../sync-to-disk.ts';
import { copySqliteFile } from './copy-sqlite-file.ts';

/** Maximum number of copies. Those of older upgrades are deleted. */
const MAX_COPIES = 3;

/**
 * Makes the `before` callback of `migrate`, which announces the upgrade, and copies an embedded database to
 * `before-<migration>.db` in the folder. PostgreSQL has its own backups.
 */
export function copyBeforeMigration(
  url: string,
  folder: string,
  log: (line: string) => void,
): (migration: string) => Promise<void> {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  if (file === ':memory:') return async () => log('The database will be upgraded.');
  return async (migration) => {
    const copy = join(folder, `before-${migration}.db`);
    const partial = `${copy}.${process.pid}.partial`;
    log(`The database will be upgraded. A copy of it is in ${copy}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Deletes only this function's leftovers: the folder may contain backups, whose leftovers are folders.
    for (const name of await readdir(folder))
      if (/^before-.*\.partial$/.test(name)) await rm(join(folder, name), { force: true });
    await copySqliteFile(file, partial);
    await rename(partial, copy);
    // Sorted by version: after the restoration of an old backup the new copy is not the last.
    const others = (await readdir(folder)).filter(
      (name) => /^before-\d{4}-.*\.db$/.test(name) && name !== basename(copy),
    );
    for (const name of others.sort().slice(0, 1 - MAX_COPIES)) await rm(join(folder, name), { force: true });
    await syncToDisk(folder);
  };
}
