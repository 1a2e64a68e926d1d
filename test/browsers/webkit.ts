import { existsSync, globSync } from 'node:fs';
import { aptInstaller, aptPrefix, findOrInstall, onPath } from './install.ts';

/**
 * Finds WebKitGTK for the end-to-end tests, or installs Debian's packages. It is Safari's engine on Linux.
 */

/** Programs that run WebKitGTK without a screen. */
interface WebKitPrograms {
  /** WebKitWebDriver, the browser's WebDriver server. */
  driver: string;
  /** Interpreter that runs the browser, e2e/engines/drivers/webkit-window.mjs. */
  gjs: string;
  /** X server without a screen. */
  xvfb: string;
}

const PACKAGES = [
  'webkit2gtk-driver',
  'gjs',
  'gir1.2-gtk-3.0',
  'gir1.2-webkit2-4.1',
  'xvfb',
  // Package that plays H.264 and AAC.
  'gstreamer1.0-libav',
];

/** WebKitGTK exists for Linux only. */
export const runsWebKit = process.platform === 'linux';

async function find(): Promise<WebKitPrograms | undefined> {
  const program = (name: string) => onPath(name).find(existsSync);
  const [driver, gjs, xvfb] = ['WebKitWebDriver', 'gjs', 'Xvfb'].map(program);
  const bindings = ['WebKit2-4.1', 'Gtk-3.0'].every(
    (name) => globSync(`/usr/lib*/{*/,}girepository-1.0/${name}.typelib`).length > 0,
  );
  return driver && gjs && xvfb && bindings ? { driver, gjs, xvfb } : undefined;
}

/** Finds the programs of WebKitGTK. Throws when they cannot be installed. */
export const webKitPrograms = (): Promise<WebKitPrograms> =>
  findOrInstall({
    name: 'WebKitGTK',
    find,
    async installers() {
      const prefix = await aptPrefix();
      return prefix ? [aptInstaller(prefix, PACKAGES, ['--no-install-recommends'])] : [];
    },
    advice: `Install Debian's packages ${PACKAGES.join(', ')}, or what your distribution calls them.`,
  });
