import { AsyncLocalStorage } from 'node:async_hooks';
import { neededNow, readingReplica } from '../database/replica/read-needs.ts';
import { type Cell, writeCsvHeading, writeCsvRows } from './csv.ts';

/** A part of a long table; `next` is undefined at its end. */
export interface CsvPage<Cursor> {
  rows: Iterable<readonly Cell[]>;
  next: Cursor | undefined;
}

/**
 * Writes a table of any length, like `writeCsv`, while it is read page by page: a node never holds more than
 * a page. The first page is read before anything is sent, so that its failure is an ordinary error; a later
 * one breaks off the answer.
 */
export async function writeCsvPages<Cursor>(
  heading: readonly string[],
  read: (cursor?: Cursor) => Promise<CsvPage<Cursor>>,
): Promise<AsyncIterable<string>> {
  // The stream asks from a context of its own; the request's decides which database is read.
  const inContext = AsyncLocalStorage.snapshot();
  // The request ends when the stream is returned. Later pages may still come from the replica if it might.
  const needs = neededNow();
  const readNext = (cursor: Cursor) =>
    inContext(() => (needs ? readingReplica(needs, () => read(cursor)) : read(cursor)));
  const first = await read();
  async function* texts() {
    yield writeCsvHeading(heading);
    for (let page: CsvPage<Cursor> | undefined = first; page; ) {
      yield writeCsvRows(page.rows);
      const { next }: CsvPage<Cursor> = page;
      page = next === undefined ? undefined : await readNext(next);
    }
  }
  return texts();
}
