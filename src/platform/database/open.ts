import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { askedVersion, type CatalogueVersion } from './catalogue-version.ts';
import { PostgresVersion } from './postgres-version.ts';
import { readOnlySqliteDialect, sqliteDialect } from './sqlite.ts';
import { SqliteVersion } from './sqlite-version.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** The connection pool's handle, and which engine stands behind it. */
export interface Database {
  db: Kysely<Tables>;
  engine: Engine;
  /** Of the catalogue and the settings, for what is kept of them. */
  version: CatalogueVersion;
  close(): Promise<void>;
}

export type Db = Kysely<Tables>;

/**
 * Opens either engine from its URL: `sqlite:<file>` or `postgres://…`. Nothing is created in the tables;
 * see `migrate`. Throws with the reason when the database cannot be opened.
 */
export async function openDatabase(
  url: string,
  onError: (error: Error) => void = () => {},
): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
    await sql`select 1`.execute(db);
    const version = file === ':memory:' ? askedVersion(db) : new SqliteVersion(file);
    return { db, engine: 'sqlite', version, close: () => closeBoth(version, db) };
  }
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  // Without a listener a connection that the server cuts while idle ends the process.
  pool.on('error', onError);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await sql`select 1`.execute(db);
  const version = new PostgresVersion(url, db);
  return { db, engine: 'postgres', version, close: () => closeBoth(version, db) };
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
