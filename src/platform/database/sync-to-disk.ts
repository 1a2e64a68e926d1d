import { open } from 'node:fs/promises';

/** Flushes a file, or the names in a folder, so that it survives a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a folder, and need not.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}
