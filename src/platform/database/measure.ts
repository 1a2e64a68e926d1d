import { Counter, Histogram, type Registry } from 'prom-client';
import type { Log } from '../http/observe/log.ts';
import { addGauge } from '../http/observe/metrics.ts';
import type { Database } from './open.ts';

const KINDS = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback', 'with'];

/**
 * Makes the `onStatement` callback of `openDatabase`, which measures each statement and logs slow ones. The
 * text has placeholders for parameters, so it contains no personal data.
 */
export function statementWatch(
  registry: Registry,
  slowAfterMs: number,
  log: () => Log | undefined,
): (statement: string, ms: number) => void {
  const durations = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Duration of a statement, by its first word',
    labelNames: ['kind'] as const,
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  const slow = new Counter({
    name: 'database_slow_statements_total',
    help: 'Statements slower than SLOW_QUERY_MS; the log has their text',
    registers: [registry],
  });
  return (statement, ms) => {
    const word = /^\w+/.exec(statement)?.[0] ?? '';
    durations.observe({ kind: KINDS.includes(word) ? word : 'other' }, ms / 1000);
    if (ms < slowAfterMs) return;
    slow.inc();
    log()?.warn({ sql: statement, ms: Math.round(ms) }, 'slow query');
  };
}

/** Adds gauges for the connection pool, if there is one. */
export function measurePool(registry: Registry, { pool }: Database): void {
  if (!pool) return;
  const gauges = [
    ['in_use', 'Connections in use', 'inUse'],
    ['idle', 'Idle connections', 'idle'],
    ['waiting', 'Statements and transactions waiting for a connection', 'waiting'],
  ] as const;
  for (const [name, help, key] of gauges)
    addGauge(registry, {
      name: `database_connections_${name}`,
      help,
      read: () => pool()[key],
      together: 'sum',
    });
}

/** Adds gauges for the replica, if there is one. */
export function measureReplica(registry: Registry, { replica }: Database): void {
  if (!replica) return;
  addGauge(registry, {
    name: 'database_replica_lag_seconds',
    help: 'How far the replica is behind',
    read: () => replica.lag / 1_000,
  });
  addGauge(registry, {
    name: 'database_replica_away',
    help: '1 while the replica serves nothing',
    read: () => (replica.isServing ? 0 : 1),
  });
  addGauge(registry, {
    name: 'database_replica_reads',
    help: 'Statements that the replica answered',
    read: () => replica.reads.replica,
    together: 'sum',
  });
  addGauge(registry, {
    name: 'database_replica_reads_of_primary',
    help: 'Statements that might have been old and that the primary answered',
    read: () => replica.reads.primary,
    together: 'sum',
  });
}
