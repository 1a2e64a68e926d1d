/**
 * Finds a Chromium for the end-to-end tests, or installs one. Prefers the headless shell: the same engine
 * without a user interface, which saves two thirds of the processor time per opened page.
 */
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  aptInstaller,
  aptPrefix,
  findOrInstall,
  type Installer,
  isUbuntu,
  onPath,
  runsAsRoot,
} from './install.ts';

/** Names of Debian's package of the headless shell, of its program, and of Playwright's shell. */
const SHELL = 'chromium-headless-shell';

/** Launch options: no window, and no traffic of a personal browser. */
export const chromiumOptions = {
  headless: true,
  args: [
    // Chromium's sandbox does not run as root.
    ...(runsAsRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    // Glyphs keep fractional positions instead of being snapped to pixels.
    '--font-render-hinting=none',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Folder of the browsers that Playwright has installed. */
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
  return onPath('chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'microsoft-edge');
}

/**
 * Tells whether a browser runs. A file of that name may only print how to install the browser, so it is
 * started with `--version`.
 */
async function answers(path: string): Promise<boolean> {
  // On Windows the check would open a window, and such placeholder files do not exist.
  if (process.platform === 'win32') return true;
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 30_000 });
    return /chrom|edge/i.test(stdout);
  } catch {
    return false;
  }
}

async function findChromium(): Promise<string | undefined> {
  const systemShell = onPath(SHELL);
  for (const path of [...systemShell, ...(await playwrightBrowsers()), ...systemBrowsers()]) {
    if (existsSync(path) && (await answers(path))) return path;
  }
  return undefined;
}

async function installers(): Promise<Installer[]> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const playwright = (...more: string[]): Installer => ({
    title: ['playwright-core install', SHELL, ...more].join(' '),
    commands: [[process.execPath, cli, 'install', SHELL, ...more]],
  });
  const prefix = await aptPrefix();
  if (!prefix) return [playwright()];
  const apt = (name: string) => aptInstaller(prefix, [name]);
  const own = [playwright('--with-deps'), playwright()];
  // Some Debian releases lack the package of the headless shell.
  const debian = [apt(SHELL), apt('chromium')];
  return isUbuntu() ? [...own, ...debian] : [...debian, ...own];
}

/** Finds the path of a Chromium that runs. A set CHROMIUM_PATH is used exclusively. */
export async function chromiumPath(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, and there is no such file.`);
  }
  return findOrInstall({
    name: 'a Chromium',
    find: findChromium,
    installers,
    advice: 'Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  });
}
