import { rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { syncToDisk } from '../sync-to-disk.ts';

const LOOK_EVERY = 500;

/**
 * Writes the present state of an embedded database into a new file, while others read and write it: `VACUUM INTO` holds
 * one read transaction, so that it ends however much is written meanwhile. On disk once this resolves; nothing is left
 * of it when it throws. Progress is a guess from the sizes, from 0 to 1.
 */
export async function copySqliteFile(
  from: string,
  to: string,
  onProgress: (part: number) => void = () => {},
): Promise<void> {
  const expected = sizeInUse(from);
  const worker = new Worker(new URL('./vacuum-worker.ts', import.meta.url), { workerData: { from, to } });
  const timer = setInterval(async () => {
    const written = await stat(to).catch(() => null);
    if (written) onProgress(Math.min(0.99, written.size / expected));
  }, LOOK_EVERY);
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`The copy ended with ${code}`)),
      );
    });
    await syncToDisk(to);
    onProgress(1);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** In bytes, without the pages that are free. */
function sizeInUse(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const pages = db
      .prepare(
        'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
      )
      .get() as { bytes: number };
    return Math.max(1, pages.bytes);
  } finally {
    db.close();
  }
}
