import type { Db } from '../open.ts';
import { countRows, readRows, TableDigest } from './rows.ts';
import { tableShapes } from './table-shapes.ts';

/** Returns the row count and a hash of every table, equal on both engines for equal rows. */
export async function digestTables(
  db: Db,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Record<string, { rows: number; hash: string }>> {
  const digests: Record<string, { rows: number; hash: string }> = {};
  const shapes = await tableShapes(db);
  let total = 0;
  for (const shape of shapes) total += await countRows(db, shape);
  let done = 0;
  for (const shape of shapes) {
    const digest = new TableDigest();
    for await (const rows of readRows(db, shape)) {
      for (const row of rows) digest.add(row);
      done += rows.length;
      onProgress(done, total);
    }
    digests[shape.name] = { rows: digest.rows, hash: digest.hash };
  }
  return digests;
}
