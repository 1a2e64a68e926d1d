import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, Db, OpenOptions } from '../open.ts';
import { poolWithReplica } from '../replica/replica-pool.ts';
import { ReplicaWatch } from '../replica/replica-watch.ts';
import type { Tables } from '../tables.ts';
import type { CatalogueVersion } from '../version/catalogue-version.ts';
import { attachVersion } from '../version/change-catalogue.ts';
import { PostgresVersion } from '../version/postgres-version.ts';
import { postgresPool } from './postgres.ts';

/** Maximum wait for the replica, in ms. Afterwards the primary is used. */
const REPLICA_PATIENCE = 2_000;

type PostgresOptions = OpenOptions & Required<Pick<OpenOptions, 'connections' | 'bounded' | 'onError'>>;

/** Opens a PostgreSQL database. Loaded at first use, so that sites with SQLite do not load its driver. */
export async function openPostgres(url: string, options: PostgresOptions, log: LogConfig): Promise<Database> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const { pool: primary, state } = postgresPool(url, options);
  const onPrimary = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: primary }), log });
  await sql`select 1`.execute(onPrimary);
  const version = attachVersion(onPrimary, new PostgresVersion(url, onPrimary));
  const { replica } = options;
  const open = { engine: 'postgres' as const, version, pool: state };
  if (!replica) return { ...open, db: onPrimary, close: () => closeBoth(version, onPrimary) };
  const watch = new ReplicaWatch({ ...replica, primary: onPrimary });
  const { pool: copies } = postgresPool(replica.url, { ...options, patience: REPLICA_PATIENCE });
  const pool = poolWithReplica({ primary, replica: copies, watch });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log });
  attachVersion(db, version);
  const close = async () => {
    await watch.close();
    await closeBoth(version, db);
  };
  return { ...open, db, replica: watch, close };
}

async function closeBoth(version: CatalogueVersion, db: Db): Promise<void> {
  await version.close();
  await db.destroy();
}
