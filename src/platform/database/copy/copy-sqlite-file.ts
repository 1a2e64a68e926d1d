import { rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { syncToDisk } from '../sync-to-disk.ts';

/** Interval of progress reports, in ms. */
const REPORT_EVERY = 500;

/**
 * Copies an embedded database in use to a new file. `VACUUM INTO` uses one read transaction, so concurrent
 * writes cannot delay its end. The copy is flushed to disk, and removed when this throws. Progress is
 * estimated from the sizes, from 0 to 1.
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
  }, REPORT_EVERY);
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`The copying process exited with ${code}`)),
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

/** Size in bytes without free pages. */
function sizeInUse(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const pages = db
      .prepare(
        `select (page_count - freelist_count) * page_size as bytes
        from pragma_page_count, pragma_freelist_count, pragma_page_size`,
      )
      .get() as { bytes: number };
    return Math.max(1, pages.bytes);
  } finally {
    db.close();
  }
}
