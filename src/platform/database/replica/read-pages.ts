import { AsyncLocalStorage } from 'node:async_hooks';
import { neededNow, readingReplica } from './read-needs.ts';

/** Rows per page while a whole list is streamed, which limits the memory. */
export const PAGE_ROWS = 1_000;

/**
 * Reads a list of any length page by page on demand, so that a node holds one page at a time. The first page
 * is read immediately, so that its failure is an ordinary error; a later failure breaks off the response. A
 * page's `next` is undefined at the end.
 */
export async function readPages<Cursor, Page extends { next: Cursor | undefined }>(
  read: (cursor?: Cursor) => Promise<Page>,
): Promise<AsyncIterable<Page>> {
  // The stream reads in another async context, but the request's context determines the database.
  const inContext = AsyncLocalStorage.snapshot();
  // The request ends when the stream is returned. Later pages may use the replica if the first one may.
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
