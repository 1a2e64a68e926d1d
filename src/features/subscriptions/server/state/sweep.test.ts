import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { sweepSubscriptions } from './sweep.ts';

/* Rows that the sweep deletes after a while, and rows that it never deletes. */

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const MONTH_AGO = Date.now() - 31 * DAY;

/** An abandoned checkout of a month ago. */
const ABANDONED = {
  ...{ provider: 'paypal', status: 'abandoned', created_at: MONTH_AGO, updated_at: MONTH_AGO },
  ...{ next_check_at: null, terms_check_at: null, activated_at: null },
};

async function insert(name: string, columns: Partial<typeof ABANDONED> | object = {}): Promise<number> {
  const { id } = await database.db
    .insertInto('subscriptions')
    .values({ ...ABANDONED, ...columns, reference: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const insertEvent = (name: string, columns: object) =>
  database.db
    .insertInto('payment_events')
    .values({ provider: 'paypal', provider_id: name, type: 'X', received_at: 1, ...columns })
    .execute();

test('checkouts without a payment are deleted a month after they were abandoned, and no others', async () => {
  const now = Date.now();
  await insert('abandoned');
  await insert('recent', { updated_at: now - 29 * DAY });
  for (const status of ['created', 'pending', 'active', 'past_due', 'cancelled', 'expired'])
    await insert(status, { status });
  await insert('is checked', { next_check_at: now });
  await insert('with terms, is checked', { terms_check_at: now });
  await insert('was open', { activated_at: MONTH_AGO });
  const subscription_id = await insert('was paid');
  await database.db
    .insertInto('payments')
    .values({ subscription_id, provider: 'paypal', provider_id: 'SALE', status: 'completed' })
    .execute();
  await insertEvent('recent', { subscription_id: await insert('has an event'), received_at: now });
  await sweepSubscriptions(database.db);
  const left = await database.db.selectFrom('subscriptions').select('reference').orderBy('id').execute();
  expect(left.map(({ reference }) => reference)).toEqual([
    ...['recent', 'created', 'pending', 'active', 'past_due', 'cancelled', 'expired'],
    ...['is checked', 'with terms, is checked', 'was open', 'was paid', 'has an event'],
  ]);
});

test('events are deleted after 90 days, but those that wait for the administrator', async () => {
  for (const state of [null, 'matched', 'unmatched', 'dispute', 'closed', 'dismissed'])
    await insertEvent(`old ${state}`, { state });
  await insertEvent('recent', { received_at: Date.now() - 89 * DAY });
  await sweepSubscriptions(database.db);
  const left = await database.db.selectFrom('payment_events').select('provider_id').orderBy('id').execute();
  expect(left.map(({ provider_id }) => provider_id)).toEqual(['old unmatched', 'old dispute', 'recent']);
});
