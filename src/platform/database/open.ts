import { type CompiledQuery, Kysely, type LogConfig, sql } from 'kysely';
import type { PoolState } from './engines/postgres.ts';
import { readOnlySqliteDialect, sqliteDialect } from './engines/sqlite.ts';
import { SqliteReader, type SyncResult } from './engines/sqlite-reader.ts';
import { attachReader } from './prepare-query.ts';
import type { ReplicaSetup, ReplicaWatch } from './replica/replica-watch.ts';
import type { Tables } from './tables.ts';
import { type CatalogueVersion, uncachedVersion } from './version/catalogue-version.ts';
import { attachVersion } from './version/change-catalogue.ts';
import { SqliteVersion } from './version/sqlite-version.ts';

export type Engine = 'sqlite' | 'postgres';

/** An open database. */
export interface Database {
  db: Kysely<Tables>;
  engine: Engine;
  /** State of the connection pool; undefined for the embedded database, which has one connection. */
  pool?: () => PoolState;
  /** Version of the catalogue and the settings, for cached responses. */
  version: CatalogueVersion;
  /** Undefined over a network, and in memory, where there is no second connection. */
  querySync?: SyncQuery | undefined;
  /** The replica for reads that may be old; undefined without one. */
  replica?: ReplicaWatch | undefined;
  close(): Promise<void>;
}

/** Prepares a query that then runs synchronously and reads committed rows. */
export type SyncQuery = <Row>(query: CompiledQuery<Row>) => SyncResult<Row>;

export type Db = Kysely<Tables>;

export interface OpenOptions {
  /** Maximum number of connections to PostgreSQL. */
  connections?: number;
  /**
   * Whether statements and waits for a connection have a time limit, which serving needs (see
   * engines/postgres.ts).
   */
  bounded?: boolean;
  /** Called when an idle connection is lost. */
  onError?(error: Error): void;
  /** Called after each statement with its text, which has placeholders for parameters, and its duration. */
  onStatement?(statement: string, ms: number): void;
  /** A streaming replica of the PostgreSQL server. It may be unreachable. */
  replica?: Pick<ReplicaSetup, 'url' | 'onChange'> | undefined;
}

/**
 * Opens a database by URL, `sqlite:<file>` or `postgres://…`, without migrating it. Throws when it cannot be
 * opened. Later queries throw `DatabaseUnavailable` when it is unreachable, busy or full.
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  const { connections = 10, bounded = false, onError = () => {}, onStatement } = options;
  const log: LogConfig = onStatement
    ? ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis)
    : [];
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length);
    const reader = file === ':memory:' ? undefined : new SqliteReader(file);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file, reader?.renew), log });
    await sql`select 1`.execute(db);
    if (!reader) return { db, engine: 'sqlite', version: uncachedVersion(db), close: () => db.destroy() };
    attachReader(db, (text, values) => timed(text, onStatement, () => reader.rows(text, values)));
    const version = attachVersion(db, new SqliteVersion(reader));
    const close = async () => {
      await version.close();
      await db.destroy();
      reader.close();
    };
    return { db, engine: 'sqlite', version, querySync: reader.prepare, close };
  }
  const { openPostgres } = await import('./engines/open-postgres.ts');
  return openPostgres(url, { ...options, connections, bounded, onError }, log);
}

/** Calls `onStatement` after `run`, like Kysely's log. */
function timed<T>(text: string, onStatement: OpenOptions['onStatement'], run: () => T): T {
  if (!onStatement) return run();
  const startedAt = performance.now();
  const result = run();
  onStatement(text, performance.now() - startedAt);
  return result;
}

/** Opens a SQLite file, such as a backup, without changing it. Throws when it is not a database. */
export async function openReadOnly(file: string): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: readOnlySqliteDialect(file) });
  await sql`select 1 from sqlite_master`.execute(db);
  return { db, engine: 'sqlite', version: uncachedVersion(db), close: () => db.destroy() };
}
