import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
/** Permission bits of the group and of others. */
const OTHERS = 0o077;

/** Makes new files and folders of this process accessible only to its user. */
export function keepNewFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Makes a folder with addresses, mails and hashes of passwords accessible only to its owner: 0700, and 0600
 * for files. Includes existing files of an older version or a command. The folder itself comes last; when it
 * is private, its files are skipped. Files of other users are unchanged.
 */
export async function makePrivate(folder: string): Promise<void> {
  if (((await lstat(folder)).mode & OTHERS) === 0) return;
  await tighten(folder);
}

async function tighten(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await tighten(path);
    else if (entry.isFile()) await chmod(path, FILE).catch(ignoreForeign);
  }
  await chmod(folder, FOLDER).catch(ignoreForeign);
}

/** Ignores errors about another user's file, a deleted file, and a read-only file system. */
function ignoreForeign(error: NodeJS.ErrnoException): void {
  if (!['EPERM', 'EACCES', 'EROFS', 'ENOENT', 'ENOTSUP'].includes(error.code ?? '')) throw error;
}
