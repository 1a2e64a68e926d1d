import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import type { Db } from '../open.ts';
import type { Column, TableShape } from './table-shapes.ts';

/** What both engines can hold, in one form: flags are 0 and 1. */
export type Value = string | number | Uint8Array | null;
/** In the order of the table's columns. */
export type Row = Value[];

/** Rows at a time: with twenty columns a third of the parameters that SQLite takes in one statement (32,766). */
const AT_ONCE = 500;

/** All rows in the order of their key, from after a key on, in batches. */
export async function* readRows(db: Db, shape: TableShape, after?: Value[]): AsyncGenerator<Row[]> {
  for (let last = after; ; ) {
    const rows = await select(
      db,
      shape,
      sql`${last ? sql`where (${refs(shape.key)}) > (${sql.join(last)})` : sql``} order by ${refs(shape.key)} limit ${sql.lit(AT_ONCE)}`,
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = keyOf(shape, end);
  }
}

/** Those of the rows that a database has under these keys, in no particular order. */
export const rowsByKey = (db: Db, shape: TableShape, keys: readonly Value[][]): Promise<Row[]> =>
  select(db, shape, sql`where (${refs(shape.key)}) in (${keyTable(db, shape.key, keys)})`);

async function select(db: Db, { name, columns }: TableShape, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${refs(columns)} from ${sql.table(name)} ${rest}`.execute(db);
  return rows.map((row) => columns.map((column) => toValue(row[column.name])));
}

/** Adds rows as they are, with their ids. */
export async function insertRows(db: Db, { name, columns }: TableShape, rows: readonly Row[]): Promise<void> {
  const values = rows.map(
    (row) => sql`(${sql.join(row.map((value, at) => toColumn(value, columns[at] as Column)))})`,
  );
  await sql`insert into ${sql.table(name)} (${refs(columns)}) values ${sql.join(values)}`.execute(db);
}

export async function countRows(db: Db, { name }: TableShape): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count);
}

export const keyOf = ({ columns, key }: TableShape, row: Row): Value[] =>
  key.map((column) => row[columns.indexOf(column)] as Value);

/** The same for the same content, whichever engine it came from. */
export const canonical = (values: readonly Value[]): string =>
  JSON.stringify(
    values.map((value) =>
      value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
    ),
  );

/** What a table holds, in one line: how many rows, and the sum of their hashes, in whatever order they come. */
export class TableDigest {
  rows = 0;
  #sum = 0n;

  add(row: Row): void {
    this.rows += 1;
    const hash = createHash('sha256').update(canonical(row)).digest();
    this.#sum += hash.readBigUInt64LE(0) + (hash.readBigUInt64LE(8) << 64n);
  }

  get hash(): string {
    return BigInt.asUintN(128, this.#sum).toString(16).padStart(32, '0');
  }
}

const refs = (columns: readonly Column[]) => sql.join(columns.map(({ name }) => sql.ref(name)));

/** Keys as rows to look among, one parameter for all, or for each column of the key. */
function keyTable(db: Db, key: readonly Column[], keys: readonly Value[][]): RawBuilder<unknown> {
  if (engineOf(db) === 'sqlite') {
    const columns = key.map((_, at) => sql`value ->> ${sql.lit(at)}`);
    return sql`select ${sql.join(columns)} from json_each(${JSON.stringify(keys)})`;
  }
  const lists = key.map(({ kind }, at) => {
    const type = sql.raw(kind === 'text' ? 'text[]' : 'bigint[]');
    return sql`${keys.map((values) => values[at])}::${type}`;
  });
  return sql`select * from unnest(${sql.join(lists)})`;
}

function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array)
    return value;
  throw new Error(`A value of an unknown kind stands in the database: ${typeof value}`);
}

const toColumn = (value: Value, { kind }: Column): Value | boolean =>
  kind === 'flag' && value !== null ? value === 1 : value;
