/**
 * Finds a Chromium for the end-to-end tests, or installs one. Rather its headless shell: the same engine without the
 * windows around it, which cost two thirds of the processor time of a page that is opened and closed.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** What Debian's package of the headless shell is called, its program, and what Playwright calls its own. */
const SHELL = 'chromium-headless-shell';

const runsAsRoot = process.getuid?.() === 0;

/** How to launch it: without a window, and without the traffic of a browser that belongs to a person. */
export const chromiumOptions = {
  headless: true,
  args: [
    // Chromium's sandbox refuses to work for root.
    ...(runsAsRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    // Letters stand where the design has them, and not at the next whole pixel.
    '--font-render-hinting=none',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

const onPath = (names: string[]) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

/** Where Playwright keeps the browsers that it has installed. */
async function playwrightBrowsers(): Promise<string[]> {
  const { chromium } = await import('playwright-core');
  const expected = chromium.executablePath();
  const cache = {
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  }[process.platform as string];
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? cache ?? join(homedir(), '.cache/ms-playwright');
  const inFolder = (patterns: string[]) =>
    globSync(patterns, { cwd: folder }).map((path) => join(folder, path));
  return [
    ...inFolder([
      'chromium_headless_shell-*/*/*headless?shell',
      'chromium_headless_shell-*/*/*headless?shell.exe',
    ]),
    expected,
    ...inFolder([
      'chromium-*/chrome-linux*/chrome',
      'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
      'chromium-*/chrome-win*/chrome.exe',
    ]),
  ];
}

function systemBrowsers(): string[] {
  if (process.platform === 'darwin') {
    const apps = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      apps.map((app) => join(folder, `${app}.app`, 'Contents/MacOS', app)),
    );
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    const programs = ['Chromium/Application/chrome.exe', 'Google/Chrome/Application/chrome.exe'];
    programs.push('Microsoft/Edge/Application/msedge.exe');
    return roots.flatMap((root) => (root ? programs.map((program) => join(root, program)) : []));
  }
  return onPath(['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'microsoft-edge']);
}

/** A file of that name may be a mere hint how to install the browser, so it is asked for its version. */
async function answers(path: string): Promise<boolean> {
  // On Windows asking would open a window, and there are no such hints.
  if (process.platform === 'win32') return true;
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 30_000 });
    return /chrom|edge/i.test(stdout);
  } catch {
    return false;
  }
}

async function findChromium(): Promise<string | undefined> {
  const systemShell = onPath([SHELL]);
  for (const path of [...systemShell, ...(await playwrightBrowsers()), ...systemBrowsers()]) {
    if (existsSync(path) && (await answers(path))) return path;
  }
  return undefined;
}

/** Runs a command with its output on our standard error, where it is progress and not the answer. */
function succeeds(command: string, args: string[]): Promise<boolean> {
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
  const sudo = onPath(['sudo']).find(existsSync);
  if (!sudo) return false;
  return promisify(execFile)(sudo, ['-n', 'true']).then(
    () => true,
    () => false,
  );
}

interface Installer {
  title: string;
  commands: string[][];
}

async function installers(): Promise<Installer[]> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const playwright = (...more: string[]): Installer => ({
    title: ['playwright-core install', SHELL, ...more].join(' '),
    commands: [[process.execPath, cli, 'install', SHELL, ...more]],
  });
  if (process.platform !== 'linux') return [playwright()];
  const hasApt = onPath(['apt-get']).some(existsSync);
  const asRoot = runsAsRoot ? [] : (await mayBecomeRoot()) ? ['sudo', '-n'] : undefined;
  if (!hasApt || !asRoot) return [playwright()];
  const apt = (name: string): Installer => ({
    title: `apt-get install ${name}`,
    commands: [
      [...asRoot, 'apt-get', 'update'],
      [...asRoot, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', 'install', '-y', name],
    ],
  });
  // Ubuntu's package is only a pointer to a snap, which containers cannot run.
  const ubuntu =
    existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
  const own = [playwright('--with-deps'), playwright()];
  // Not every Debian has the shell by itself.
  const debian = [apt(SHELL), apt('chromium')];
  return ubuntu ? [...own, ...debian] : [...debian, ...own];
}

/** The path of a Chromium that runs. CHROMIUM_PATH decides alone where it is set. */
export async function chromiumPath(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, and there is no such file.`);
  }
  const found = await findChromium();
  if (found) return found;
  const tried: string[] = [];
  for (const { title, commands } of await installers()) {
    console.error(`No Chromium found. Installing one: ${title}`);
    tried.push(title);
    let done = true;
    for (const [command, ...args] of commands)
      done = command !== undefined && (await succeeds(command, args)) && done;
    const installed = await findChromium();
    if (installed) return installed;
    console.error(done ? 'It left no Chromium that runs.' : 'That failed.');
  }
  throw new Error(
    'The end-to-end tests need a Chromium. None was found, and installing one failed, by:\n' +
      tried.map((title) => `  ${title}\n`).join('') +
      'Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  );
}

if (import.meta.main) {
  try {
    console.log(await chromiumPath());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
