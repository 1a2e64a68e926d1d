import { type CompiledQuery, Kysely, type LogConfig, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { askedVersion, type CatalogueVersion } from './catalogue-version.ts';
import { type PoolState, postgresPool } from './postgres.ts';
import { PostgresVersion } from './postgres-version.ts';
import { readOnlySqliteDialect, sqliteDialect } from './sqlite.ts';
import { type AskNow, SqliteReader } from './sqlite-reader.ts';
import { SqliteVersion } from './sqlite-version.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** The connection pool's handle, and which engine stands behind it. */
export interface Database {
  db: Kysely<Tables>;
  engine: Engine;
  /** The connections as they are now; undefined for the embedded database, which has one. */
  pool?: () => PoolState;
  /** Of the catalogue and the settings, for what is kept of them. */
  version: CatalogueVersion;
  /** Undefined where an answer has to be waited for: over a network, and in memory, which has one connection. */
  askNow?: AskerNow | undefined;
  close(): Promise<void>;
}

/** Makes a question to be asked often, and answered within the call with what is committed then. */
export type AskerNow = <Row>(question: CompiledQuery<Row>) => AskNow<Row>;

export type Db = Kysely<Tables>;

export interface OpenOptions {
  /** Connections to PostgreSQL. */
  connections?: number;
  /** For serving: no statement, and no wait for one, goes on for long (see postgres.ts). */
  bounded?: boolean;
  /** An idle connection was lost. */
  onError?(error: Error): void;
  /** Called after each statement, with its text, in which parameters are placeholders, and how long it took. */
  onStatement?(statement: string, ms: number): void;
}

/**
 * Opens either engine from its URL: `sqlite:<file>` or `postgres://…`. Nothing is created in the tables;
 * see `migrate`. Throws with the reason when the database cannot be opened. What it is asked for later throws
 * `DatabaseUnavailable` when it is away, busy or full.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const { connections = 10, bounded = false, onError = () => {}, onStatement } = options;
  const log: LogConfig = onStatement
    ? ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis)
    : [];
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file), log });
    await sql`select 1`.execute(db);
    if (file === ':memory:')
      return { db, engine: 'sqlite', version: askedVersion(db), close: () => db.destroy() };
    const reader = new SqliteReader(file);
    const version = new SqliteVersion(reader);
    const close = async () => {
      await closeBoth(version, db);
      reader.close();
    };
    return { db, engine: 'sqlite', version, askNow: reader.asker, close };
  }
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const { pool, state } = postgresPool(url, { connections, bounded, onError });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log });
  await sql`select 1`.execute(db);
  const version = new PostgresVersion(url, db);
  return { db, engine: 'postgres', version, pool: state, close: () => closeBoth(version, db) };
}

async function closeBoth(version: CatalogueVersion, db: Db): Promise<void> {
  await version.close();
  await db.destroy();
}

/** Opens an SQLite file, such as a backup's, of which not one byte may change. Throws when it is none. */
export async function openReadOnly(file: string): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: readOnlySqliteDialect(file) });
  await sql`select 1 from sqlite_master`.execute(db);
  return { db, engine: 'sqlite', version: askedVersion(db), close: () => db.destroy() };
}
