import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/* Finds and installs browsers of any kind. */

export const runsAsRoot = process.getuid?.() === 0;

/** Lists the possible paths of programs in the folders of PATH, in the order of PATH. */
export const onPath = (...names: string[]) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

/**
 * Runs a command and tells whether it succeeds. Its output goes to standard error, because standard output
 * holds the result.
 */
export function succeeds(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

async function mayBecomeRoot(): Promise<boolean> {
  const sudo = onPath('sudo').find(existsSync);
  if (!sudo) return false;
  return promisify(execFile)(sudo, ['-n', 'true']).then(
    () => true,
    () => false,
  );
}

/** Returns the words before `apt-get` that make it run as root; undefined without apt or root rights. */
export async function aptPrefix(): Promise<string[] | undefined> {
  if (process.platform !== 'linux' || !onPath('apt-get').some(existsSync)) return undefined;
  if (runsAsRoot) return [];
  return (await mayBecomeRoot()) ? ['sudo', '-n'] : undefined;
}

/** Tells whether this is Ubuntu, whose browser packages only install snaps. Containers cannot run snaps. */
export const isUbuntu = () =>
  existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));

export interface Installer {
  title: string;
  commands: string[][];
}

export function aptInstaller(prefix: string[], packages: string[], options: string[] = []): Installer {
  const install = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', 'install', '-y', ...options];
  return {
    title: `apt-get install ${packages.join(' ')}`,
    commands: [
      [...prefix, 'apt-get', 'update'],
      [...prefix, ...install, ...packages],
    ],
  };
}

/** Description of a browser for `findOrInstall`. */
interface BrowserKind<Found> {
  /** Name with its article: 'a Chromium'. */
  name: string;
  find(): Promise<Found | undefined>;
  installers(): Promise<Installer[]>;
  /** Advice to the user when nothing worked. */
  advice: string;
}

/** Finds a browser, or installs it. Throws an error that lists the attempts and the advice. */
export async function findOrInstall<Found>({
  name,
  find,
  installers,
  advice,
}: BrowserKind<Found>): Promise<Found> {
  const found = await find();
  if (found) return found;
  const tried: string[] = [];
  for (const { title, commands } of await installers()) {
    console.error(`The tests need ${name}. Installing it: ${title}`);
    tried.push(title);
    let done = true;
    for (const [command, ...args] of commands)
      done = command !== undefined && (await succeeds(command, args)) && done;
    const installed = await find();
    if (installed) return installed;
    console.error(done ? 'It was installed, but does not run.' : 'The installation failed.');
  }
  const failures = tried.length > 0 ? `, and installing it failed, by:\n  ${tried.join('\n  ')}` : '';
  throw new Error(`The tests need ${name}. None was found${failures}.\n${advice}`);
}
