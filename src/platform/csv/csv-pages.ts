import { readPages } from '../database/replica/read-pages.ts';
import { type Cell, writeCsvHeading, writeCsvRows } from './csv.ts';

/** A page of a long table; `next` is undefined at its end. */
interface CsvPage<Cursor> {
  rows: Iterable<readonly Cell[]>;
  next: Cursor | undefined;
}

/** Writes a table of any length as `readPages` reads it. */
export async function writeCsvPages<Cursor>(
  heading: readonly string[],
  read: (cursor?: Cursor) => Promise<CsvPage<Cursor>>,
): Promise<AsyncIterable<string>> {
  const pages = await readPages(read);
  async function* texts() {
    yield writeCsvHeading(heading);
    for await (const { rows } of pages) yield writeCsvRows(rows);
  }
  return texts();
}
