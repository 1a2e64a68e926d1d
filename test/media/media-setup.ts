import { findMediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import { aptInstaller, aptPrefix, findOrInstall } from '../browsers/install.ts';

/**
 * Vitest's global setup: installs ffmpeg where it is missing and apt and root rights exist. Runs once before
 * all tests, because workers would wait for each other's lock. On failure it prints that tests are skipped.
 */
export default async function setup(): Promise<void> {
  const given = process.env.FFMPEG;
  try {
    await findOrInstall({
      name: 'ffmpeg',
      find: async () => findMediaPrograms(given),
      installers: async () => {
        const prefix = given ? undefined : await aptPrefix();
        return prefix ? [aptInstaller(prefix, ['ffmpeg'], ['--no-install-recommends'])] : [];
      },
      advice: 'Install ffmpeg, or set FFMPEG to its path.',
    });
  } catch (error) {
    console.error(`${(error as Error).message}\nThe tests of films and sounds are SKIPPED.`);
  }
}
