import { open } from 'node:fs/promises';

/** Waits until a file, or the names in a folder, would survive a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a folder, and needs not to.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}
