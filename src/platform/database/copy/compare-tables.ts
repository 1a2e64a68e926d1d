import type { Db } from '../open.ts';
import { lastId } from './identities.ts';
import { canonical, countRows, keyOf, type Row, readRows, rowsByKey, TableDigest } from './rows.ts';
import type { TableShape } from './table-shapes.ts';

/** Differences between a copied table and its original. */
export interface Difference {
  table: string;
  missing: number;
  changed: number;
  extra: number;
  /** Keys of the first differing rows, as stored. */
  examples: string[];
  /** Whether the copy would assign ids that the original has already assigned. */
  reusesIds: boolean;
}

interface Comparison {
  differences: Difference[];
  /** Digests of the original tables. */
  digests: Record<string, TableDigest>;
}

const MAX_EXAMPLES = 5;

/** Compares every row of these tables. Calls `onRows` with the number of compared rows. */
export async function compareTables(
  original: Db,
  copy: Db,
  shapes: readonly TableShape[],
  onRows: (shape: TableShape, rows: number) => void = () => {},
): Promise<Comparison> {
  const differences: Difference[] = [];
  const digests: Record<string, TableDigest> = {};
  for (const shape of shapes) {
    const digest = new TableDigest();
    const found = await compareTable(original, copy, shape, (rows) => {
      for (const row of rows) digest.add(row);
      onRows(shape, rows.length);
    });
    digests[shape.name] = digest;
    if (found.missing + found.changed + found.extra > 0 || found.reusesIds) differences.push(found);
  }
  return { differences, digests };
}

async function compareTable(
  original: Db,
  copy: Db,
  shape: TableShape,
  onRows: (rows: readonly Row[]) => void,
): Promise<Difference> {
  const found: Difference = {
    table: shape.name,
    missing: 0,
    changed: 0,
    extra: 0,
    examples: [],
    reusesIds: shape.hasIdentity && (await lastId(copy, shape)) < (await lastId(original, shape)),
  };
  let seen = 0;
  for await (const rows of readRows(original, shape)) {
    seen += rows.length;
    onRows(rows);
    const copies = await matching(copy, shape, rows);
    for (const row of rows) {
      const key = canonical(keyOf(shape, row));
      const other = copies.get(key);
      if (other === canonical(row)) continue;
      found[other === undefined ? 'missing' : 'changed'] += 1;
      note(found, key);
    }
  }
  if ((await countRows(copy, shape)) !== seen - found.missing) await findExtra(original, copy, shape, found);
  return found;
}

async function findExtra(original: Db, copy: Db, shape: TableShape, found: Difference): Promise<void> {
  for await (const rows of readRows(copy, shape)) {
    const originals = await matching(original, shape, rows);
    for (const key of rows.map((row) => canonical(keyOf(shape, row)))) {
      if (originals.has(key)) continue;
      found.extra += 1;
      note(found, key);
    }
  }
}

/** Finds rows by the keys of others. Returns both as canonical text. */
async function matching(db: Db, shape: TableShape, rows: readonly Row[]): Promise<Map<string, string>> {
  const keys = rows.map((row) => keyOf(shape, row));
  const found = await rowsByKey(db, shape, keys);
  return new Map(found.map((row) => [canonical(keyOf(shape, row)), canonical(row)]));
}

function note(found: Difference, key: string): void {
  if (found.examples.length < MAX_EXAMPLES) found.examples.push(key);
}

/** Describes a difference in one line, for people. */
export function describeDifference({
  table,
  missing,
  changed,
  extra,
  examples,
  reusesIds,
}: Difference): string {
  const counts = [
    [missing, 'missing'],
    [changed, 'changed'],
    [extra, 'extra'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  if (reusesIds) parts.push('its next id is already in use');
  return `${table}: ${parts.join(', ')}${examples.length > 0 ? `, such as ${examples.join(' ')}` : ''}`;
}
