import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

const OWN_FILES = '/proc/self/fd';

/** Lists the files below a folder that this process holds open, deleted ones too. Linux only. */
export async function openFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(OWN_FILES);
  const paths = await Promise.all(names.map((name) => readlink(join(OWN_FILES, name)).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}
