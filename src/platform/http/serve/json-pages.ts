import type { z } from 'zod';
import { readPages } from '../../database/replica/read-pages.ts';

/** A part of a long list; `next` is undefined at the end. */
interface JsonPage<Row, Cursor> {
  rows: readonly Row[];
  next: Cursor | undefined;
}

/** Writes a list of any length as JSON while `readPages` reads it. `schema`: of a row. */
export async function writeJsonPages<Schema extends z.ZodType, Cursor>(
  schema: Schema,
  read: (cursor?: Cursor) => Promise<JsonPage<z.input<Schema>, Cursor>>,
): Promise<AsyncIterable<string>> {
  const pages = await readPages(read);
  async function* texts() {
    let before = '[';
    for await (const { rows } of pages) {
      if (rows.length === 0) continue;
      yield before + rows.map((row) => JSON.stringify(schema.parse(row))).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
  return texts();
}
