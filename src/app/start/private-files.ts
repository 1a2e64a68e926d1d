import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
/** Bits of the group and of everybody. */
const OTHERS = 0o077;

/** New files and folders of this process are its user's alone. */
export function keepNewFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Makes a folder with addresses, mails and hashes of passwords its owner's alone: 0700, and 0600 for files.
 * Also for what exists, made by an older version or a command. The folder itself comes last, and once it is
 * private the files are not looked at again. What belongs to another user stays as it is.
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

/** Another user's file, a file that is gone, and a read-only file system stay as they are. */
function ignoreForeign(error: NodeJS.ErrnoException): void {
  if (!['EPERM', 'EACCES', 'EROFS', 'ENOENT', 'ENOTSUP'].includes(error.code ?? '')) throw error;
}
