import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Db } from '../database/open.ts';
import { addGauge } from '../http/observe/metrics.ts';
import { GIVEN_UP, MAX_RETRY } from './mail-sender.ts';

/** Maximum messages to count per scrape. A longer queue shows as one more. */
const COUNTED = 10_000;

/** The time at which a message was first due: when queued, or later. */
const dueFirst = sql<number>`
  case when attempts = 0 and next_attempt_at > created_at then next_attempt_at else created_at end`;

/** Adds gauges for the queue's length, the age of its oldest message, and failed messages. */
export function measureMails(registry: Registry, db: Db): void {
  // In index order, with the messages due longest first.
  const unsent = db
    .selectFrom('mails')
    .select(['created_at', 'next_attempt_at', 'attempts', 'is_bulk'])
    .where('sent_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(COUNTED + 1);
  // Excludes invitations scheduled for later.
  const waiting = () => {
    const now = Date.now();
    return db.selectFrom(
      unsent
        .where('next_attempt_at', '<=', now + MAX_RETRY)
        .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('attempts', '>', 0)]))
        .as('message'),
    );
  };
  addGauge(registry, {
    name: 'mails_waiting',
    help: `Queued messages that have not been sent yet, counted up to ${COUNTED + 1}`,
    read: async () =>
      (
        await waiting()
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
  });
  addGauge(registry, {
    name: 'mails_oldest_waiting_seconds',
    help: 'Age of the oldest queued message; 0 when there is none',
    async read() {
      const oldest = await waiting()
        // The first due time of a retried invitation is unknown.
        .where((eb) => eb.or([eb('is_bulk', '=', false), eb('attempts', '=', 0)]))
        .select((eb) => eb.fn.min(dueFirst).as('at'))
        .executeTakeFirst();
      return oldest?.at ? Math.max(0, Date.now() - oldest.at) / 1000 : 0;
    },
  });
  addGauge(registry, {
    name: 'mails_given_up',
    help: `Messages of the last 30 days that were never sent, counted up to ${COUNTED + 1}`,
    async read() {
      const given = db.selectFrom(unsent.where('next_attempt_at', '>=', GIVEN_UP).as('message'));
      return (await given.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow())
        .count;
    },
  });
}
