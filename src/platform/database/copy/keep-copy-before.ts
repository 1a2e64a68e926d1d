import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from '../sync-to-disk.ts';
import { copySqliteFile } from './copy-sqlite-file.ts';

/** So many of the latest upgrades can be taken back with a copy. */
const KEPT = 3;

/**
 * Keeps a copy of an embedded database as `before-<migration>.db` in the folder, for `migrate` to call before it changes
 * anything. Undefined for other databases: PostgreSQL has its own means, and a database in memory is nobody's.
 */
export function keepCopyBefore(
  url: string,
  folder: string,
  say: (line: string) => void,
): ((migration: string) => Promise<void>) | undefined {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  if (file === ':memory:') return undefined;
  return async (migration) => {
    const copy = join(folder, `before-${migration}.db`);
    const making = `${copy}.${process.pid}.partial`;
    say(`The database is upgraded; a copy from before is kept in ${copy}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (name.endsWith('.partial')) await rm(join(folder, name), { force: true });
    await copySqliteFile(file, making);
    await rename(making, copy);
    const copies = (await readdir(folder)).filter((name) => /^before-\d{4}-.*\.db$/.test(name)).sort();
    for (const name of copies.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
    await syncToDisk(folder);
  };
}
