import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  PostgresAdapter,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Db, Engine } from './open.ts';
import type { Unavailability } from './unavailable.ts';

/* Differences between the two engines, besides those in engines/. */

export const engineOf = (db: Db): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/** Adds an identity column. Ids are never reused, so an old link never opens a newer item. */
export function addId<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
  engine: Engine,
): CreateTableBuilder<T, C | 'id'> {
  return engine === 'postgres'
    ? table.addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
}

/**
 * Returns a 64-bit type, for counts, ids and epoch milliseconds. Strict SQLite tables have only `integer`.
 */
export const wholeType = (engine: Engine) =>
  engine === 'postgres' ? ('bigint' as const) : ('integer' as const);

export const booleanType = (engine: Engine) =>
  engine === 'postgres' ? ('boolean' as const) : ('integer' as const);

export const bytesType = (engine: Engine) => (engine === 'postgres' ? ('bytea' as const) : ('blob' as const));

/** Makes a boolean column not null with a default. */
export const booleanDefault = (engine: Engine, value: boolean) => (column: ColumnDefinitionBuilder) =>
  column.notNull().defaultTo(engine === 'postgres' ? value : value ? 1 : 0);

/** Makes SQLite refuse values of another type, as PostgreSQL always does. */
export function strict<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
  engine: Engine,
): CreateTableBuilder<T, C> {
  return engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
}

/**
 * Like {@link strict}, and SQLite stores the rows in key order, so that reading a range needs no second
 * lookup per row. For tables with few columns and without `addId`.
 */
export function strictByKey<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
  engine: Engine,
): CreateTableBuilder<T, C> {
  return engine === 'sqlite' ? table.modifyEnd(sql`strict, without rowid`) : table;
}

/**
 * Returns the condition that a column is one of many ids, numbers or texts. They are one parameter, so any
 * number of them uses one prepared statement.
 */
export function isOneOf(
  db: Db,
  column: string,
  ids: readonly number[] | readonly string[],
): RawBuilder<SqlBool> {
  return isInList(db, column, listParameter(db, ids), typeof ids[0] === 'string' ? 'text' : 'bigint');
}

/** Returns the value of a list's parameter, for {@link isInList}. */
export const listParameter = (db: Db, ids: readonly number[] | readonly string[]): unknown =>
  engineOf(db) === 'postgres' ? ids : JSON.stringify(ids);

/** Like {@link isOneOf}, for a list whose value changes with each run of a prepared query. */
export function isInList(
  db: Db,
  column: string,
  parameter: unknown,
  type: 'text' | 'bigint' = 'bigint',
): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql`${sql.ref(column)} = any(${parameter}::${sql.raw(type)}[])`
    : sql`${sql.ref(column)} in (select value from json_each(${parameter}))`;
}

/**
 * Returns records of whole numbers as a table with a column per name, for `as`. They are one parameter, so
 * any number of them uses one prepared statement.
 */
export function recordsOf<Name extends string>(
  db: Db,
  names: readonly Name[],
  records: readonly Record<Name, number | null>[],
): RawBuilder<Record<Name, number | null>> {
  const lists = names.map((name) => records.map((record) => record[name]));
  if (engineOf(db) === 'postgres')
    return sql`(select * from unnest(${sql.join(lists.map((list) => sql`${list}::bigint[]`))})
      as records(${sql.join(names.map((name) => sql.ref(name)))}))`;
  const columns = names.map((name, index) => sql`value->>${sql.lit(index)} as ${sql.ref(name)}`);
  const rows = records.map((record) => names.map((name) => record[name]));
  return sql`(select ${sql.join(columns)} from json_each(${JSON.stringify(rows)}))`;
}

/**
 * Returns the condition that columns equal one of many records, for a prepared query. `parameter` is JSON: an
 * array of records, each an array in the order of the columns.
 */
export function isInRecords(
  db: Db,
  columns: Record<string, 'text' | 'bigint'>,
  parameter: unknown,
): RawBuilder<SqlBool> {
  const isPostgres = engineOf(db) === 'postgres';
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const values = sql.join(
    Object.values(columns).map((type, index) =>
      isPostgres ? sql`(value->>${sql.lit(index)})::${sql.raw(type)}` : sql`value->>${sql.lit(index)}`,
    ),
  );
  const records = isPostgres ? sql`json_array_elements(${parameter}::json)` : sql`json_each(${parameter})`;
  return sql`(${names}) in (select ${values} from ${records})`;
}

/** Returns a list of ids as a table of `id` and `position` (from 0), for `as`. The list is one parameter. */
export function idsInOrder(db: Db, ids: readonly number[]): RawBuilder<unknown> {
  return engineOf(db) === 'postgres'
    ? sql`(
        select id, number - 1 as position
        from unnest(${ids}::bigint[]) with ordinality as list(id, number))`
    : sql`(select value as id, key as position from json_each(${JSON.stringify(ids)}))`;
}

/** Returns the month in UTC of a column in epoch ms, as `2026-11`. */
export const utcMonth = (db: Db, column: string): RawBuilder<string> =>
  engineOf(db) === 'postgres'
    ? sql`to_char(to_timestamp(${sql.ref(column)} / 1000) at time zone 'UTC', 'YYYY-MM')`
    : sql`strftime('%Y-%m', ${sql.ref(column)} / 1000, 'unixepoch')`;

/** Tells whether a table exists; in PostgreSQL, in the schema of new tables. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql`
          select 1 from pg_tables
          where schemaname = current_schema() and tablename = ${name}`.execute(db)
      : await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}

/** Tells whether an error is a violated unique constraint or index. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505' || [2067, 1555].includes(Number(codeOf(error)));
}

/** Tells whether an error is a violated foreign key, for example after a concurrent deletion. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  codeOf(error) === '23503' || Number(codeOf(error)) === 787;

/** PostgreSQL's error classes and codes (appendix A of its manual), and the codes of its socket. */
const POSTGRES_TROUBLE: [RegExp, Unavailability][] = [
  [/^(08|28|58)|^57P0|^25006$|^25P03$/, 'away'],
  [/^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/, 'away'],
  // Statement and lock timeouts, serialization failures, deadlocks, too many connections.
  [/^57014$|^55P03$|^40001$|^40P01$|^532|^533/, 'busy'],
  [/^53100$/, 'full'],
];
/** Messages of driver errors without a code. */
const LOST_CONNECTION = /Connection terminated|not queryable|Query read timeout|Client was closed/;
/** SQLite's primary result codes: BUSY, LOCKED; FULL; READONLY, IOERR, CANTOPEN. */
const SQLITE_TROUBLE: Record<number, Unavailability> = {
  5: 'busy',
  6: 'busy',
  13: 'full',
  8: 'away',
  10: 'away',
  14: 'away',
};

/** Returns why the database is temporarily unavailable; undefined for all other errors. */
export function whyUnavailable(error: unknown): Unavailability | undefined {
  const code = codeOf(error);
  if (typeof code === 'number') return SQLITE_TROUBLE[code & 0xff];
  if (typeof code === 'string') return POSTGRES_TROUBLE.find(([codes]) => codes.test(code))?.[1];
  if (!(error instanceof Error)) return undefined;
  if (error.message === 'timeout exceeded when trying to connect') return 'busy';
  return LOST_CONNECTION.test(error.message) ? 'away' : undefined;
}

/** Tells whether the database can be read, but refused a change. */
export function isReadOnly(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'number' ? (code & 0xff) === 8 : code === '25006';
}

function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
}

/** Reads a boolean column; SQLite returns 0 and 1. */
export const toBoolean = (value: boolean | number): boolean => Boolean(value);

/** Channel on which a commit notifies the other nodes of a new catalogue version. */
export const VERSION_CHANNEL = 'catalogue_version';

/**
 * Notifies the other nodes of a new version when this transaction commits. Processes that share a SQLite file
 * read the row.
 */
export async function announceVersion(db: Db, version: number): Promise<void> {
  if (engineOf(db) === 'postgres')
    await sql`select pg_notify(${sql.lit(VERSION_CHANNEL)}, ${String(version)})`.execute(db);
}
