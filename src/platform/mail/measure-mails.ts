import type { Registry } from 'prom-client';
import type { Db } from '../database/open.ts';
import { addGauge } from '../http/observe/metrics.ts';
import { GIVEN_UP } from './mail-sender.ts';

/** Adds gauges for the queue's length, the age of its oldest message, and messages that failed for good. */
export function measureMails(registry: Registry, db: Db): void {
  const unsent = db.selectFrom('mails').where('sent_at', 'is', null);
  const waiting = unsent.where('next_attempt_at', '<', GIVEN_UP);
  addGauge(registry, {
    name: 'mails_waiting',
    help: 'Queued messages that have not been sent yet',
    read: async () =>
      (await waiting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count,
  });
  addGauge(registry, {
    name: 'mails_oldest_waiting_seconds',
    help: 'Age of the oldest queued message; 0 when there is none',
    async read() {
      const oldest = await waiting.select((eb) => eb.fn.min('created_at').as('at')).executeTakeFirst();
      return oldest?.at ? Math.max(0, Date.now() - oldest.at) / 1000 : 0;
    },
  });
  addGauge(registry, {
    name: 'mails_given_up',
    help: 'Messages of the last 30 days that could not be sent after every attempt',
    async read() {
      const given = unsent.where('next_attempt_at', '>=', GIVEN_UP);
      return (await given.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow())
        .count;
    },
  });
}
