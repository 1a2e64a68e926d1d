import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from '#platform/database/sync-to-disk.ts';
import type { Store } from './store.ts';

/** Stores files in a local folder, on the same file system as the folder of incoming files. */
export function diskStore(folder: string): Store {
  const pathOf = (name: string) => join(folder, name);
  return {
    async put(name, file) {
      await mkdir(folder, { recursive: true });
      await syncToDisk(file);
      await rename(file, pathOf(name));
      // The new name survives a power cut only after the folder is flushed.
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
