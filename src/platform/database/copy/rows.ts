import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../dialect.ts';
import type { Db } from '../open.ts';
import type { Column, TableShape } from './table-shapes.ts';

/** A value of either engine in a common form: booleans are 0 and 1. */
export type Value = string | number | Uint8Array | null;
/** Values in the order of the table's columns. */
export type Row = Value[];

/** Rows per statement. With twenty columns, they use a third of SQLite's limit of 32,766 parameters. */
const AT_ONCE = 500;

/** Reads all rows in batches by ascending key, starting after a given key. */
export async function* readRows(db: Db, shape: TableShape, after?: Value[]): AsyncGenerator<Row[]> {
  const key = refs(shape.key);
  for (let last = after; ; ) {
    const isAfter = last ? sql`where (${key}) > (${sql.join(last)})` : sql``;
    const rows = await select(db, shape, sql`${isAfter} order by ${key} limit ${sql.lit(AT_ONCE)}`);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = keyOf(shape, end);
  }
}

/** Reads the rows with these keys, in no particular order. */
export const rowsByKey = (db: Db, shape: TableShape, keys: readonly Value[][]): Promise<Row[]> =>
  select(db, shape, sql`where (${refs(shape.key)}) in (${keyTable(db, shape.key, keys)})`);

async function select(db: Db, { name, columns }: TableShape, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${refs(columns)} from ${sql.table(name)} ${rest}`.execute(db);
  return rows.map((row) => columns.map((column) => toValue(row[column.name])));
}

/** Inserts rows with their ids. */
export async function insertRows(db: Db, { name, columns }: TableShape, rows: readonly Row[]): Promise<void> {
  const values = rows.map(
    (row) => sql`(${sql.join(row.map((value, index) => toColumn(value, columns[index] as Column)))})`,
  );
  await sql`insert into ${sql.table(name)} (${refs(columns)}) values ${sql.join(values)}`.execute(db);
}

export async function countRows(db: Db, { name }: TableShape): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return Number(rows[0]?.count);
}

export const keyOf = ({ columns, key }: TableShape, row: Row): Value[] =>
  key.map((column) => row[columns.indexOf(column)] as Value);

/** Serializes values. Equal values give equal texts on both engines. */
export const canonical = (values: readonly Value[]): string =>
  JSON.stringify(
    values.map((value) =>
      value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
    ),
  );

/** Counts rows and sums their hashes, so that their order does not matter. */
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

/** Returns keys as a table, with one parameter (SQLite) or one per key column (PostgreSQL). */
function keyTable(db: Db, key: readonly Column[], keys: readonly Value[][]): RawBuilder<unknown> {
  if (engineOf(db) === 'sqlite') {
    const columns = key.map((_, index) => sql`value ->> ${sql.lit(index)}`);
    return sql`select ${sql.join(columns)} from json_each(${JSON.stringify(keys)})`;
  }
  const lists = key.map(({ kind }, index) => {
    const type = sql.raw(kind === 'text' ? 'text[]' : 'bigint[]');
    return sql`${keys.map((values) => values[index])}::${type}`;
  });
  return sql`select * from unnest(${sql.join(lists)})`;
}

function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array)
    return value;
  throw new Error(`The database contains a value of an unsupported type: ${typeof value}`);
}

const toColumn = (value: Value, { kind }: Column): Value | boolean =>
  kind === 'flag' && value !== null ? value === 1 : value;
