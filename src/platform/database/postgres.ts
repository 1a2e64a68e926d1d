import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { whyUnavailable } from './dialect.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface PoolState {
  inUse: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

export interface PoolSetup {
  connections: number;
  /** Bounds what a statement may take. For serving; a migration or a move takes the time that it needs. */
  bounded: boolean;
  /** A connection was cut while nobody used it. */
  onError(error: Error): void;
}

/** How long to wait for a connection, in ms. */
const CONNECT_WITHIN = 5_000;
/** In ms, enforced by the server; the slowest statement of the site (the import of a catalogue) takes a few seconds. */
const STATEMENT_WITHIN = 30_000;
/** Other writers hold what we need this long only while something large is imported. */
const LOCK_WITHIN = 10_000;
const IDLE_IN_TRANSACTION = 60_000;
/** The server could not even cancel the statement: it, or the way to it, is gone without a word. */
const ANSWER_WITHIN = STATEMENT_WITHIN + 5_000;
/** For each connection; whoever comes then would wait for seconds. */
const MOST_WAITING = 50;

/**
 * Connections to PostgreSQL for Kysely. Whatever says that the server is away, busy or full is thrown as
 * {@link DatabaseUnavailable}; broken connections are dropped, and the pool makes new ones when the server is back.
 */
export function postgresPool(url: string, setup: PoolSetup): { pool: PostgresPool; state(): PoolState } {
  const pool = new pg.Pool({
    connectionString: url,
    max: setup.connections,
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    ...(setup.bounded
      ? {
          statement_timeout: STATEMENT_WITHIN,
          lock_timeout: LOCK_WITHIN,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
          query_timeout: ANSWER_WITHIN,
        }
      : {}),
  });
  // Without a listener a connection that the server cuts ends the process: the pool's own listener stands only while
  // the connection is idle, and one is cut between two statements of a transaction, too.
  pool.on('error', setup.onError);
  pool.on('connect', (client) => client.on('error', () => {}));

  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    pool: {
      options: pool.options,
      async connect() {
        if (pool.waitingCount >= MOST_WAITING * setup.connections)
          throw new DatabaseUnavailable('busy', 'too many wait for a connection');
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

/** What Kysely asks of a client, with failures explained; one that is broken is not used again. */
function explainFailures(client: pg.PoolClient): PostgresPoolClient {
  let broken = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, parameters as unknown[]);
    } catch (error) {
      const why = whyUnavailable(error);
      if (why === undefined) throw error;
      broken ||= why === 'away';
      throw new DatabaseUnavailable(why, error);
    }
  };
  return {
    // Cursors are not used: Kysely hands statements over as texts.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || broken),
  };
}
