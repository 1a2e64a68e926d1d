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

/* The only file that knows how the two engines differ. */

export const engineOf = (db: Db): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/** An identity column: never reused on either engine, so that an old link can never open a newer item. */
export function addId<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
  engine: Engine,
): CreateTableBuilder<T, C | 'id'> {
  return engine === 'postgres'
    ? table.addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
}

/** Counts, ids and epoch milliseconds: 64 bits on both (a strict SQLite table knows only `integer`). */
export const wholeType = (engine: Engine) =>
  engine === 'postgres' ? ('bigint' as const) : ('integer' as const);

export const booleanType = (engine: Engine) =>
  engine === 'postgres' ? ('boolean' as const) : ('integer' as const);

export const bytesType = (engine: Engine) => (engine === 'postgres' ? ('bytea' as const) : ('blob' as const));

/** The default of a boolean column. */
export const booleanDefault = (engine: Engine, value: boolean) => (column: ColumnDefinitionBuilder) =>
  column.notNull().defaultTo(engine === 'postgres' ? value : value ? 1 : 0);

/** `strict` makes SQLite refuse a value of another type, as PostgreSQL always does. */
export function strict<T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
  engine: Engine,
): CreateTableBuilder<T, C> {
  return engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
}

/** A column among many ids: one parameter, so that every number of ids is the same prepared statement. */
export function isOneOf(db: Db, column: string, ids: readonly number[]): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql`${sql.ref(column)} = any(${ids}::bigint[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** A list of ids as a table of `id` and `place` (from 0), to be named with `as`. One parameter, as above. */
export function idsInOrder(db: Db, ids: readonly number[]): RawBuilder<{ id: number; place: number }> {
  return engineOf(db) === 'postgres'
    ? sql`(select id, place - 1 as place from unnest(${ids}::bigint[]) with ordinality as list(id, place))`
    : sql`(select value as id, key as place from json_each(${JSON.stringify(ids)}))`;
}

/** Whether there is a table of that name (in PostgreSQL: in the schema that new tables come into). */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(
          db,
        )
      : await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}

/** A violated unique constraint or index, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505' || [2067, 1555].includes(Number(codeOf(error)));
}

/** PostgreSQL's classes and codes (appendix A of its manual), and those of a socket to it. */
const POSTGRES_TROUBLE: [RegExp, Unavailability][] = [
  [/^(08|28|58)|^57P0|^25006$|^25P03$/, 'away'],
  [/^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/, 'away'],
  // Cancelled at its time limit, a lock not had in time, deadlocks, too many connections.
  [/^57014$|^55P03$|^40001$|^40P01$|^532|^533/, 'busy'],
  [/^53100$/, 'full'],
];
/** What the driver says without a code. */
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

/** Why the database cannot do something now that it may well do later; undefined when the error says nothing of it. */
export function whyUnavailable(error: unknown): Unavailability | undefined {
  const code = codeOf(error);
  if (typeof code === 'number') return SQLITE_TROUBLE[code & 0xff];
  if (typeof code === 'string') return POSTGRES_TROUBLE.find(([codes]) => codes.test(code))?.[1];
  if (!(error instanceof Error)) return undefined;
  if (error.message === 'timeout exceeded when trying to connect') return 'busy';
  return LOST_CONNECTION.test(error.message) ? 'away' : undefined;
}

function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
}

/** Booleans come back as 0 and 1 from SQLite. */
export const toBoolean = (value: boolean | number): boolean => Boolean(value);

/** Where writers tell the other nodes, as they commit, that the catalogue's version has moved. */
export const VERSION_CHANNEL = 'catalogue_version';

/**
 * Tells the other nodes of a new version when this transaction is committed. SQLite has nobody to tell: whoever shares
 * its file reads the row.
 */
export async function announceVersion(db: Db, version: number): Promise<void> {
  if (engineOf(db) === 'postgres')
    await sql`select pg_notify(${sql.lit(VERSION_CHANNEL)}, ${String(version)})`.execute(db);
}
