import { aptInstaller, aptPrefix, findOrInstall } from '../browsers/install.ts';
import { findSwift, SWIFT_PACKAGES } from './swift-server.ts';

/**
 * Vitest's global setup: installs OpenStack Swift in CI, where apt and root rights exist. Elsewhere only an
 * installed Swift is used, because its packages start services of their own.
 */
export default async function setup(): Promise<void> {
  const prefix = process.env.CI ? await aptPrefix() : undefined;
  try {
    await findOrInstall({
      name: 'OpenStack Swift',
      find: async () => findSwift() || undefined,
      installers: async () =>
        prefix ? [aptInstaller(prefix, SWIFT_PACKAGES, ['--no-install-recommends'])] : [],
      advice: `Install ${SWIFT_PACKAGES.join(', ')}.`,
    });
  } catch (error) {
    console.error(`${(error as Error).message}\nThe tests of a real S3-compatible store are SKIPPED.`);
  }
}
