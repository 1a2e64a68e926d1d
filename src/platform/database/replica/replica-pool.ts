import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseUnavailable } from '../unavailable.ts';
import { neededNow } from './read-needs.ts';
import type { ReplicaWatch } from './replica-watch.ts';

interface Pools {
  primary: PostgresPool;
  replica: PostgresPool;
  watch: ReplicaWatch;
}

/** Statements that may run on the replica. It refuses those that write or lock nevertheless. */
const READ = /^\s*(?:select|with)\b/i;

/**
 * Makes a pool of both servers: reads that may be old use the replica while it is recent enough, all others
 * the primary. The primary repeats a read that fails on the replica.
 */
export function poolWithReplica({ primary, replica, watch }: Pools): PostgresPool {
  return {
    options: primary.options,
    async connect() {
      const needs = neededNow();
      if (!needs) return primary.connect();
      if (watch.serves(needs)) return new ReplicaFirst({ primary, replica, watch });
      watch.reads.primary += 1;
      return primary.connect();
    },
    async end() {
      await Promise.all([primary.end(), replica.end()]);
    },
  };
}

/** A connection to the replica until the first statement for the primary. */
class ReplicaFirst implements PostgresPoolClient {
  readonly #pools: Pools;
  #replica: PostgresPoolClient | undefined;
  #primary: PostgresPoolClient | undefined;

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  query: PostgresPoolClient['query'] = (async (statement: string, parameters: readonly unknown[]) => {
    if (!this.#primary && READ.test(statement)) {
      const result = await this.#fromReplica(statement, parameters);
      if (result) return result;
    }
    this.#primary ??= await this.#pools.primary.connect();
    return this.#primary.query(statement, parameters);
  }) as PostgresPoolClient['query'];

  release(destroy?: boolean): void {
    this.#replica?.release(destroy);
    this.#primary?.release(destroy);
  }

  async #fromReplica(statement: string, parameters: readonly unknown[]) {
    const { replica, watch } = this.#pools;
    try {
      this.#replica ??= await replica.connect();
      const result = await this.#replica.query(statement, parameters);
      watch.reads.replica += 1;
      return result;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      // The replica is unreachable or busy, or replays a conflicting change. A refused write gives no such
      // evidence.
      if (!isRefusedWrite(error)) watch.lost();
      watch.reads.primary += 1;
      return undefined;
    }
  }
}

const isRefusedWrite = ({ cause }: DatabaseUnavailable) =>
  (cause as { code?: unknown } | undefined)?.code === '25006';
