import type { Db } from '#platform/database/open.ts';
import { type HealthCheck, problem } from '../health-check.ts';

/** Part of the store of uploads that the check uses. */
interface AskedStore {
  /** Null for a missing file. Throws when the store is unavailable. */
  size(name: string): Promise<number | null>;
}

/** A name that no upload has. */
const NO_FILE = 'health-check';
/** Number of uploads to look for. The newest ones reveal a broken store first. */
const LOOKED_AT = 10;

/** Checks the store of uploads: whether it responds, and has the latest uploads. */
export const storageCheck = (db: Db, store: AskedStore): HealthCheck => ({
  about: 'storage',
  title: 'Storage',
  async look() {
    try {
      await store.size(NO_FILE);
    } catch (error) {
      const away = problem({
        name: 'storage-away',
        about: 'storage',
        level: 'serious',
        title: 'Storage: files cannot be reached',
        meaning:
          'Films, sounds and pictures that were uploaded cannot be shown. ' +
          `The error: ${String(error).slice(0, 200)}`,
        advice: 'Look at your storage provider’s status, and whether bucket, keys and clock are right.',
      });
      return { problems: [away], text: '' };
    }
    const newest = await db
      .selectFrom('uploads')
      .select(['name', 'original_name'])
      .where('is_whole', '=', true as boolean)
      .orderBy('id', 'desc')
      .limit(LOOKED_AT)
      .execute();
    const sizes = await Promise.all(newest.map(({ name }) => store.size(name)));
    const missing = newest.filter((_, index) => sizes[index] === null);
    if (missing.length === 0)
      return {
        problems: [],
        text: newest.length > 0 ? 'It answers. The newest files are there.' : 'It answers.',
      };
    const names = missing.map(({ original_name }) => `“${original_name}”`);
    const gone = problem({
      name: 'storage-missing',
      about: 'storage',
      level: 'serious',
      title: `Storage: ${missing.length} of the newest ${newest.length} files are missing`,
      meaning: `Learners see an error in their place: ${names.slice(0, 3).join(', ')}.`,
      advice: 'Look whether the site uses the right folder or bucket. Then restore the files from a backup.',
    });
    return { problems: [gone], text: '' };
  },
});
