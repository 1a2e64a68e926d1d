import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { whyUnavailable } from '../dialect.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { nameOfStatement } from './named-statements.ts';

export interface PoolState {
  inUse: number;
  idle: number;
  /** Statements and transactions waiting for a connection. */
  waiting: number;
}

interface PoolSetup {
  connections: number;
  /** Whether statements have a time limit. Serving needs one; migrations and moves have none. */
  bounded: boolean;
  /** Maximum wait for a connection and for a response, in ms, where the defaults are too long. */
  patience?: number;
  /** Called when an idle connection is lost. */
  onError(error: Error): void;
}

/** Maximum wait for a connection, in ms. */
const CONNECT_TIMEOUT = 5_000;
/** In ms, enforced by the server. The slowest statement, an import of a catalogue, takes a few seconds. */
const STATEMENT_TIMEOUT = 30_000;
/** In ms. Only a large import holds a write lock for that long. */
const LOCK_TIMEOUT = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT = 60_000;
/** In ms, enforced by this process, for a server that is gone and cannot cancel the statement. */
const RESPONSE_TIMEOUT = STATEMENT_TIMEOUT + 5_000;
/** Maximum queue per connection. A longer one would cause waits of seconds. */
const MAX_WAITING = 50;

/**
 * Makes Kysely's connection pool. It throws {@link DatabaseUnavailable} when the server is unreachable, busy
 * or full, drops broken connections, and reconnects when the server is back.
 */
export function postgresPool(url: string, setup: PoolSetup): { pool: PostgresPool; state(): PoolState } {
  const { patience } = setup;
  const pool = new pg.Pool({
    connectionString: url,
    max: setup.connections,
    connectionTimeoutMillis: patience ?? CONNECT_TIMEOUT,
    keepAlive: true,
    ...(setup.bounded
      ? {
          statement_timeout: STATEMENT_TIMEOUT,
          lock_timeout: LOCK_TIMEOUT,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
          query_timeout: patience ?? RESPONSE_TIMEOUT,
        }
      : {}),
  });
  // A lost connection without an error listener would end the process. The pool listens only to idle
  // connections, but one can also be lost between two statements of a transaction.
  pool.on('error', setup.onError);
  pool.on('connect', (client) => client.on('error', () => {}));

  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    pool: {
      options: pool.options,
      async connect() {
        if (pool.waitingCount >= MAX_WAITING * setup.connections)
          throw new DatabaseUnavailable('busy', 'too many statements wait for a connection');
        const client = await pool.connect().catch((error) => {
          throw new DatabaseUnavailable(whyUnavailable(error) ?? 'away', error);
        });
        const known = wrapped.get(client) ?? explainFailures(client);
        wrapped.set(client, known);
        return known;
      },
      end: () => pool.end(),
    },
    state: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/**
 * PostgreSQL's codes for a named statement that cannot be used: a migration has changed its columns, or a
 * pooler has taken another connection, where the name is unknown or taken.
 */
const UNUSABLE_NAME = new Set<unknown>(['0A000', '26000', '42P05']);

/** Wraps a client so that it throws {@link DatabaseUnavailable} and is not reused when broken. */
function explainFailures(client: pg.PoolClient): PostgresPoolClient {
  let broken = false;
  /** Named statements are repeated without a name, which a transaction would not allow after an error. */
  const nameNow = (sql: string) => {
    const name = nameOfStatement(sql);
    return name !== undefined && !broken && client.getTransactionStatus() === 'I' ? name : undefined;
  };
  const query = async (
    sql: string,
    parameters: readonly unknown[],
    name = nameNow(sql),
  ): Promise<pg.QueryResult> => {
    const values = parameters as unknown[];
    try {
      return await client.query(name === undefined ? { text: sql, values } : { name, text: sql, values });
    } catch (error) {
      if (name !== undefined && UNUSABLE_NAME.has((error as { code?: unknown }).code)) {
        broken = true;
        return query(sql, parameters);
      }
      const why = whyUnavailable(error);
      if (why === undefined) throw error;
      broken ||= why === 'away';
      throw new DatabaseUnavailable(why, error);
    }
  };
  return {
    // Kysely passes statements as text; cursors are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || broken),
  };
}
