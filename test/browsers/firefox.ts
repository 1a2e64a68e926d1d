import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { aptInstaller, aptPrefix, findOrInstall, isUbuntu, onPath } from './install.ts';

/* Finds a Firefox for the end-to-end tests, or installs Debian's ESR. */

function candidates(): string[] {
  if (process.platform === 'darwin')
    return ['/Applications', join(homedir(), 'Applications')].map((folder) =>
      join(folder, 'Firefox.app/Contents/MacOS/firefox'),
    );
  if (process.platform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']].flatMap((root) =>
      root ? [join(root, 'Mozilla Firefox/firefox.exe')] : [],
    );
  return onPath('firefox-esr', 'firefox');
}

/** Finds a Firefox and returns its path. A set FIREFOX_PATH is used exclusively. */
export async function firefoxPath(): Promise<string> {
  const given = process.env.FIREFOX_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`FIREFOX_PATH names ${given}, and there is no such file.`);
  }
  return findOrInstall({
    name: 'a Firefox',
    find: async () => candidates().find(existsSync),
    async installers() {
      const prefix = isUbuntu() ? undefined : await aptPrefix();
      // apt's recommended packages include the ffmpeg library that plays H.264.
      return prefix ? [aptInstaller(prefix, ['firefox-esr'])] : [];
    },
    advice: 'Install Firefox ESR, or set FIREFOX_PATH to it.',
  });
}
