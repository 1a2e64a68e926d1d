import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncToDisk } from '#platform/database/sync-to-disk.ts';
import type { Store } from './store.ts';

/** Mode of files that a proxy reads. In an access control list the group bits are its mask. */
const READ_BY_GROUP = 0o640;

/**
 * Stores files in a local folder, on the same file system as the folder of incoming files. With `accelPath`
 * the proxy in front serves this folder at this internal address.
 */
export function diskStore(folder: string, accelPath?: string): Store {
  const pathOf = (name: string) => join(folder, name);
  const size = async (name: string) => (await stat(pathOf(name)).catch(nullIfMissing))?.size ?? null;
  return {
    async put(name, file) {
      await mkdir(folder, { recursive: true });
      if (accelPath) await chmod(file, READ_BY_GROUP);
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
    size,
    async handOver({ name, bytes }) {
      // The proxy would send a missing file's 404 with the cache headers of an existing file.
      if (!accelPath || (await size(name)) !== bytes) return null;
      return { accelPath: accelPath + encodeURIComponent(name) };
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
