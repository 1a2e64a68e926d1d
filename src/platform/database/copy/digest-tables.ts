import type { Db } from '../open.ts';
import { readRows, TableDigest } from './rows.ts';
import { tableShapes } from './table-shapes.ts';

/** What every table holds, as row counts and hashes that are the same on both engines. */
export async function digestTables(
  db: Db,
  onRows: (rows: number) => void = () => {},
): Promise<Record<string, { rows: number; hash: string }>> {
  const digests: Record<string, { rows: number; hash: string }> = {};
  for (const shape of await tableShapes(db)) {
    const digest = new TableDigest();
    for await (const rows of readRows(db, shape)) {
      for (const row of rows) digest.add(row);
      onRows(rows.length);
    }
    digests[shape.name] = { rows: digest.rows, hash: digest.hash };
  }
  return digests;
}
