import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Db } from '#platform/database/open.ts';
import { addGauge } from '#platform/http/observe/metrics.ts';

/** Adds gauges of the reconciler's backlog. With a healthy provider, neither grows. */
export function measureChecks(registry: Registry, db: Db): void {
  const due = async () => {
    const now = Date.now();
    const counted = (['next_check_at', 'terms_check_at'] as const).map((column) =>
      db
        .selectFrom('subscriptions')
        .select([sql<number>`count(*)`.as('count'), sql<number | null>`min(${sql.ref(column)})`.as('at')])
        .where(column, '<=', now)
        .executeTakeFirstOrThrow(),
    );
    return (await Promise.all(counted)).map(({ count, at }) => ({
      count: Number(count),
      seconds: at === null ? 0 : (now - at) / 1000,
    }));
  };
  addGauge(registry, {
    name: 'subscription_checks_due',
    help: 'Subscriptions that are due for reconciliation with the payment provider',
    read: async () => (await due()).reduce((sum, { count }) => sum + count, 0),
  });
  addGauge(registry, {
    name: 'subscription_checks_overdue_seconds',
    help: 'Seconds since the oldest due subscription became due; 0 when none is due',
    read: async () => Math.max(...(await due()).map(({ seconds }) => seconds)),
  });
}
