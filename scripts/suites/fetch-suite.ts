import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PublicSuite } from './public-suites.ts';

const run = promisify(execFile);

const SUITES_FOLDER = join(import.meta.dirname, '../../.cache/suites');

/** Returns the folder of a suite, whether or not it exists. */
export const folderOf = ({ name, commit }: PublicSuite): string =>
  join(SUITES_FOLDER, `${name}-${commit.slice(0, 12)}`);

/**
 * Fetches a suite's folders with git, unless they exist. Returns their parent folder. Throws without a
 * connection.
 */
export async function fetchSuite(suite: PublicSuite): Promise<string> {
  const folder = folderOf(suite);
  if (existsSync(folder)) return folder;
  // Renamed when complete, so that a stopped run leaves no partial suite.
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  const git = (...args: string[]) => run('git', ['-C', making, ...args], { maxBuffer: 2 ** 26 });
  await git('init', '--quiet');
  await git('fetch', '--quiet', '--depth', '1', '--filter=blob:none', suite.repository, suite.commit);
  await git('sparse-checkout', 'set', '--no-cone', ...suite.folders.map((path) => `/${path}/`));
  await git('-c', 'advice.detachedHead=false', 'checkout', '--quiet', suite.commit);
  await rename(making, folder);
  return folder;
}
