import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from '#platform/database/sync-to-disk.ts';
import type { Store } from './store.ts';

/** Files in a folder of this machine, on the same file system as those on their way into it. */
export function diskStore(folder: string): Store {
  const pathOf = (name: string) => join(folder, name);
  return {
    async put(name, file) {
      await mkdir(folder, { recursive: true });
      await syncToDisk(file);
      await rename(file, pathOf(name));
      // The name itself lasts only once the folder is on disk.
      await syncToDisk(folder);
    },
    async read(name, range) {
      const handle = await open(pathOf(name)).catch(nullIfMissing);
      if (!handle) return null;
      return handle.createReadStream(range ? { start: range.first, end: range.last } : {});
    },
    async size(name) {
      return (await stat(pathOf(name)).catch(nullIfMissing))?.size ?? null;
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
