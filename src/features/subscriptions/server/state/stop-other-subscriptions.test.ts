import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { findSubscription, type SubscriptionRow } from '../queries.ts';
import {
  hasAnother,
  isSecondSubscription,
  latestPaymentAt,
  stopDoubleSubscriptions,
  stopOtherSubscriptions,
} from './stop-other-subscriptions.ts';

/* Which other subscriptions of a payer count, and which ones the site stops. */

const NOW = Date.UTC(2027, 5, 7, 12);
const [BEFORE, LATER] = [NOW - DAY, NOW + DAY];

let database: Database;
let userId: number;
let row: SubscriptionRow;
let made = 0;

beforeEach(async () => {
  database = await openTestDatabase();
  const user = { username: 'pays', username_key: 'pays', role: 'free', created_at: 1 };
  const { id } = await database.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  userId = id;
  row = await insert({ status: 'created' });
});
afterEach(() => database.close());

/** A subscription of the payer that is paid and goes on. */
async function insert(columns: Partial<SubscriptionRow>): Promise<SubscriptionRow> {
  made += 1;
  const { id } = await database.db
    .insertInto('subscriptions')
    .values({
      ...{ reference: `r-${made}`, provider: 'paypal', user_id: userId, status: 'active', wish: 'renew' },
      ...{ created_at: made, updated_at: made, paid_through: LATER, access_until: LATER },
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await findSubscription(database.db, id)) as SubscriptionRow;
}

const paidAt = ({ id }: SubscriptionRow, at: number) =>
  database.db
    .insertInto('payments')
    .values({
      ...{ subscription_id: id, provider: 'paypal', provider_id: `SALE-${id}`, status: 'completed' },
      paid_at: at,
    })
    .execute();

const NOT_ANOTHER: Partial<SubscriptionRow>[] = [
  { status: 'cancelled' },
  { status: 'expired' },
  { wish: 'pause' },
  { wish: 'stop' },
  { paid_through: BEFORE, access_until: BEFORE },
  { user_id: null },
];

test.each(NOT_ANOTHER)(
  'a subscription with %j does not count as another one that is paid and goes on',
  async (columns) => {
    await insert(columns);
    const provided = { state: 'active', lastPayment: null } as never;
    expect(await hasAnother(database.db, row, NOW)).toBe(false);
    expect(await isSecondSubscription(database.db, row, provided, NOW)).toBe(false);
    await insert({});
    expect(await hasAnother(database.db, row, NOW)).toBe(true);
    expect(await isSecondSubscription(database.db, row, provided, NOW)).toBe(true);
  },
);

test('a newer subscription stops those that run, from their own latest payment on', async () => {
  const over = [
    await insert({ status: 'expired', refund_after: 1 }),
    await insert({ wish: 'stop', refund_after: 2 }),
    await insert({ user_id: null }),
  ];
  const running: SubscriptionRow[] = [];
  for (const columns of [{}, { status: 'past_due' }, { wish: 'pause' }, { status: 'cancelled' }])
    running.push(await insert(columns));
  for (const [index, each] of running.entries()) await paidAt(each, 100 + index);
  await paidAt(row, 1_000);
  await stopOtherSubscriptions(database.db, row, NOW);
  for (const each of over) expect(await findSubscription(database.db, each.id)).toEqual(each);
  for (const [index, { id }] of running.entries())
    expect(await findSubscription(database.db, id)).toMatchObject({
      ...{ wish: 'stop', refund_after: 100 + index },
      next_check_at: NOW,
    });
  expect([await latestPaymentAt(database.db, row.id), await latestPaymentAt(database.db, 0)]).toEqual([
    1_000, 0,
  ]);
});

test('of two that a login brings together the first paid one stays, and a canceled one', async () => {
  const canceled = await insert({ wish: 'pause' });
  const ended = await insert({ status: 'expired' });
  const first = await insert({});
  const second = await insert({});
  await stopDoubleSubscriptions(database.db, userId, NOW);
  for (const each of [canceled, ended, first])
    expect(await findSubscription(database.db, each.id)).toEqual(each);
  expect(await findSubscription(database.db, second.id)).toMatchObject({ wish: 'stop' });
});
