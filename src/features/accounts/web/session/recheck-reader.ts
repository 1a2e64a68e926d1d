import { READER_CHANGED_KEY } from './queries.ts';

/**
 * Makes this tab check the reader, as after a login in another tab, because their access may have changed.
 */
export const recheckReader = (): boolean =>
  dispatchEvent(new StorageEvent('storage', { key: READER_CHANGED_KEY }));
