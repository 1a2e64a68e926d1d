import { READER_CHANGED_KEY } from './queries.ts';

/** Has this tab ask who reads, as after a login in another one: what the reader may open may have changed. */
export const askWhoReads = (): boolean =>
  dispatchEvent(new StorageEvent('storage', { key: READER_CHANGED_KEY }));
