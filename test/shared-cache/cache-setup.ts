import { aptInstaller, aptPrefix, findOrInstall } from '../browsers/install.ts';
import { findNginx, findVarnish } from './shared-caches.ts';

/**
 * Vitest's global setup: installs Varnish and nginx where they are missing and apt and root rights exist. On
 * failure it prints that tests are skipped.
 */
export default async function setup(): Promise<void> {
  const prefix = await aptPrefix();
  const find = async () => (findVarnish() && findNginx() ? true : undefined);
  try {
    await findOrInstall({
      name: 'Varnish with its modules, and nginx',
      find,
      installers: async () =>
        prefix
          ? [aptInstaller(prefix, ['varnish', 'varnish-modules', 'nginx-light'], ['--no-install-recommends'])]
          : [],
      advice: 'Install varnish, varnish-modules and nginx.',
    });
  } catch (error) {
    console.error(`${(error as Error).message}\nThe tests of shared caches are SKIPPED.`);
  }
}
