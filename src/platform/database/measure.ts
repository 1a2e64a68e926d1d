import { Counter, Histogram, type Registry } from 'prom-client';
import { addGauge } from '../http/metrics.ts';
import type { Database } from './open.ts';

interface SlowLog {
  warn(details: object, message: string): void;
}

const KINDS = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback', 'with'];

/**
 * What `openDatabase` is to call after each statement: measures it, and writes down the slow ones, in the one place where
 * they show. Their text has placeholders where parameters stood, so no person is in it.
 */
export function statementWatch(
  registry: Registry,
  slowAfterMs: number,
  log: () => SlowLog | undefined,
): (statement: string, ms: number) => void {
  const durations = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time that a statement took, by its first word',
    labelNames: ['kind'] as const,
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  const slow = new Counter({
    name: 'database_slow_statements_total',
    help: 'Statements that took longer than SLOW_QUERY_MS; the log has their text',
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

/** The pool's connections, where there is a pool. */
export function measurePool(registry: Registry, { pool }: Database): void {
  if (!pool) return;
  const figures = [
    ['in_use', 'Connections that are being used', 'inUse'],
    ['idle', 'Open connections that nobody uses', 'idle'],
    ['waiting', 'Statements and transactions that wait for a connection', 'waiting'],
  ] as const;
  for (const [name, help, key] of figures)
    addGauge(registry, {
      name: `database_connections_${name}`,
      help,
      read: () => pool()[key],
      together: 'sum',
    });
}
