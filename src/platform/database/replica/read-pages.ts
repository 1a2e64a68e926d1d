import { AsyncLocalStorage } from 'node:async_hooks';
import { neededNow, readingReplica } from './read-needs.ts';

/** Rows of a page while a whole list is sent: the most that are in memory at a time. */
export const PAGE_ROWS = 1_000;

/**
 * Reads a list of any length page by page, each when it is taken: a node never holds more than one. The first
 * page is read at once, so that its failure is an ordinary error; a later one breaks off the answer. A page's
 * `next` is undefined at the end.
 */
export async function readPages<Cursor, Page extends { next: Cursor | undefined }>(
  read: (cursor?: Cursor) => Promise<Page>,
): Promise<AsyncIterable<Page>> {
  // The stream asks from a context of its own; the request's decides which database is read.
  const inContext = AsyncLocalStorage.snapshot();
  // The request ends when the stream is returned. Later pages come from the replica if the first one might.
  const needs = neededNow();
  const readNext = (cursor: Cursor) =>
    inContext(() => (needs ? readingReplica(needs, () => read(cursor)) : read(cursor)));
  const first = await read();
  async function* pages() {
    for (let page: Page | undefined = first; page; ) {
      yield page;
      const { next }: Page = page;
      page = next === undefined ? undefined : await readNext(next);
    }
  }
  return pages();
}
