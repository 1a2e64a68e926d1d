import { afterEach, expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';
import { openEmptyDatabase } from '#test/database/test-database.ts';

/* Refunds and reversals from before the migration get rows with a date and an amount. */

let database: Database | undefined;
afterEach(() => database?.close());

const PAYMENT = { provider: 'paypal', status: 'completed', cents: 2000, currency: 'USD', paid_at: 1 };

test('earlier refunds and reversals become rows that add up to what each payment lost', async () => {
  database = await openEmptyDatabase();
  const { db } = database;
  await migrate(db, { upTo: '0057-refused-payers' });
  const row = { provider: 'paypal', status: 'refunded', created_at: 1, updated_at: 90, ended_at: 80 };
  const { id: subscription_id } = await db
    .insertInto('subscriptions')
    .values({ ...row, reference: 'r' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const pay = async (provider_id: string, columns: object) => {
    const values = { ...PAYMENT, provider_id, subscription_id, ...columns };
    const added = db.insertInto('payments').values(values as never);
    return (await added.returning('id').executeTakeFirstOrThrow()).id;
  };
  await pay('whole', {});
  const inParts = await pay('in-parts', { refunded_cents: 1200, undone_at: 20 });
  const reversed = await pay('reversed', { status: 'reversed', undone_at: 30, refunded_cents: 500 });
  const listed = await pay('listed', { status: 'refunded', refunded_cents: 2000 });
  await pay('unknown', { status: 'reversed', cents: null, paid_at: null, undone_at: 40 });
  const refund = (status: string, cents: number) =>
    db
      .insertInto('admin_refunds')
      .values({
        ...{ subscription_id, payment_id: inParts, provider: 'paypal', cents, reason: '', user_id: null },
        ...{ request_id: `key-${cents}`, provider_id: `R-${cents}`, status, created_at: 5, updated_at: 10 },
      })
      .execute();
  await refund('done', 700);
  await refund('refused', 300);

  await migrate(db);
  const rows = await db.selectFrom('payment_returns').selectAll().orderBy('id').execute();
  expect(rows.map(({ id, ...rest }) => Object.values(rest))).toEqual([
    [inParts, 'refund', 700, 'R-700', 10],
    [inParts, 'refund', 500, null, 20],
    [reversed, 'reversal', 2000, null, 30],
    [listed, 'refund', 2000, null, 80],
  ]);
});
