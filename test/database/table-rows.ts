import { canonical, readRows } from '#platform/database/copy/rows.ts';
import { tableShapes } from '#platform/database/copy/table-shapes.ts';
import type { Db } from '#platform/database/open.ts';

/** Reads every row of every table, as text by table, in the order of the keys. */
export async function everyTable(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const shape of await tableShapes(db)) {
    const rows: string[] = [];
    for await (const some of readRows(db, shape)) rows.push(...some.map(canonical));
    tables[shape.name] = rows.sort();
  }
  return tables;
}

/** Lists the tables that have one of these columns. */
export async function tablesWith(db: Db, names: readonly string[]): Promise<string[]> {
  const shapes = await tableShapes(db);
  return shapes
    .filter(({ columns }) => columns.some(({ name }) => names.includes(name)))
    .map(({ name }) => name)
    .sort();
}
