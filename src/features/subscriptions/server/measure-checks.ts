import type { Registry } from 'prom-client';
import type { Db } from '#platform/database/open.ts';
import { addGauge } from '#platform/http/metrics.ts';

/** How many subscriptions wait to be asked about, and for how long: with a healthy provider neither grows. */
export function measureChecks(registry: Registry, db: Db): void {
  const due = () => db.selectFrom('subscriptions').where('next_check_at', '<=', Date.now());
  addGauge(registry, {
    name: 'subscription_checks_due',
    help: 'Subscriptions about which the payment provider is to be asked now',
    read: async () =>
      (
        await due()
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  });
  addGauge(registry, {
    name: 'subscription_checks_overdue_seconds',
    help: 'For how long the one that has waited longest is due; 0 when none is',
    async read() {
      const first = await due()
        .select((eb) => eb.fn.min('next_check_at').as('at'))
        .executeTakeFirst();
      return first?.at ? (Date.now() - first.at) / 1000 : 0;
    },
  });
}
