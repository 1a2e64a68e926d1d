import type { Registry } from 'prom-client';
import type { Db } from '#platform/database/open.ts';
import { addGauge } from '#platform/http/observe/metrics.ts';

/** Adds gauges of the reconciler's backlog: with a healthy provider neither number grows. */
export function measureChecks(registry: Registry, db: Db): void {
  const due = () => db.selectFrom('subscriptions').where('next_check_at', '<=', Date.now());
  addGauge(registry, {
    name: 'subscription_checks_due',
    help: 'Subscriptions that are due for reconciliation with the payment provider',
    read: async () =>
      (
        await due()
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  });
  addGauge(registry, {
    name: 'subscription_checks_overdue_seconds',
    help: 'Seconds since the oldest due subscription became due; 0 when none is due',
    async read() {
      const oldest = await due()
        .select((eb) => eb.fn.min('next_check_at').as('at'))
        .executeTakeFirst();
      return oldest?.at ? (Date.now() - oldest.at) / 1000 : 0;
    },
  });
}
