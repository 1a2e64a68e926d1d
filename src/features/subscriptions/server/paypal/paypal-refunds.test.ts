import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#platform/database/open.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { lastMailTo } from '#test/account-fixture.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';
import { lockSubscription } from '../queries.ts';
import { LEASE } from '../refunds/lease-refund.ts';
import { giveDueRefunds } from '../refunds/refunder.ts';

/* Payments that are not owed: the site refunds each of them once. */

const START = Date.UTC(2027, 5, 7, 12);
const SUBJECT = 'We refunded your payment to Stillwater';
setUpPaidSite();

let reader: SignedInClient;
let email: string;
let made = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  made += 1;
  email = `refunds-${made}@example.org`;
  reader = await site.api.signedIn('free', { email });
  await site.keepSessions();
  await site.db.deleteFrom('mails').execute();
});
afterEach(() => site.peer.books.subscriptions.clear());

const agreement = (id: string) => site.peer.books.get(id);
const refundsOf = async (id: string) => {
  const { id: subscription_id } = await site.rowOf(id);
  return site.db.selectFrom('refunds').selectAll().where('subscription_id', '=', subscription_id).execute();
};
const refundMailsTo = async (address: string) =>
  (await site.subjectsTo(address)).filter((subject) => subject === SUBJECT).length;

/** A subscriber whose older checkout is approved too. Returns its id and that of the subscription. */
async function paidTwice(): Promise<{ kept: string; second: string }> {
  const second = await site.begin(reader);
  vi.setSystemTime(Date.now() + 4 * HOUR);
  const kept = await site.subscribed(reader);
  site.peer.approve(second);
  for (const notice of site.peer.notices.about(second)) await site.tell(notice);
  return { kept, second };
}

test('the payment of a second subscription is refunded once, and the first goes on', async () => {
  const { kept, second } = await paidTwice();
  await site.liveMinutes(10);
  expect(agreement(second)).toMatchObject({
    status: 'CANCELLED',
    payments: [{ status: 'REFUNDED', refunded: 20 }],
  });
  expect(agreement(kept)).toMatchObject({ status: 'ACTIVE', payments: [{ status: 'COMPLETED' }] });
  // The refund's own event comes later.
  for (const notice of site.peer.notices.all.slice(-3)) await site.tell(notice);
  expect((await site.stateOf(reader)).subscription).toMatchObject({ status: 'active' });
  expect(await site.opens(reader)).toBe(true);
  expect(await refundMailsTo(email)).toBe(1);
  const { text } = await lastMailTo(site.api, email);
  expect(text).toContain('refunded its payment of $20.00 USD');
  // The page that reported the payment gets a conflict.
  expect((await site.report(reader, second)).status).toBe(409);
});

test('an approval after the account’s deletion is refunded, with a mail to the payer', async () => {
  const id = await site.begin(reader);
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', reader.user.id).execute();
  expect((await reader.delete('/api/user', {})).status).toBe(204);
  vi.setSystemTime(Date.now() + HOUR);
  site.peer.approve(id);
  await site.liveMinutes(30);
  expect(agreement(id)).toMatchObject({
    status: 'CANCELLED',
    payments: [{ status: 'REFUNDED', refunded: 20 }],
  });
  expect(await refundMailsTo('ada@payer.example')).toBe(1);
  const { text } = await lastMailTo(site.api, 'ada@payer.example');
  expect(text).toContain('after your account was deleted');
});

test('deleting an account refunds nothing that was paid before', async () => {
  const id = await site.subscribed(reader);
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', reader.user.id).execute();
  vi.setSystemTime(Date.now() + DAY);
  expect((await reader.delete('/api/user', {})).status).toBe(204);
  await site.liveMinutes(5);
  expect(agreement(id)).toMatchObject({ status: 'CANCELLED', payments: [{ status: 'COMPLETED' }] });
});

test('a payment that PayPal takes after a cancellation is refunded', async () => {
  const id = await site.subscribed(reader);
  vi.setSystemTime((agreement(id).nextBillingAt ?? 0) - HOUR);
  site.peer.fault('subscription.suspend', { status: 503 }, { times: 1000 });
  expect((await reader.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  site.passTo(Date.now() + 2 * HOUR);
  expect(agreement(id).payments.length).toBe(2);
  site.peer.heal();
  await site.liveMinutes(200);
  expect(agreement(id)).toMatchObject({
    status: 'CANCELLED',
    payments: [{ status: 'COMPLETED' }, { status: 'REFUNDED', refunded: 20 }],
  });
  expect([await site.opens(reader), await refundMailsTo(email)]).toEqual([false, 1]);
});

test('a late payment that the bank took back already is not refunded a second time', async () => {
  const id = await site.subscribed(reader);
  vi.setSystemTime((agreement(id).nextBillingAt ?? 0) - HOUR);
  site.peer.fault('subscription.suspend', { status: 503 }, { times: 1000 });
  await reader.post('/api/subscription/cancel');
  site.passTo(Date.now() + 2 * HOUR);
  site.peer.books.reverse(id);
  site.peer.heal();
  await site.liveMinutes(200);
  expect(agreement(id).payments).toMatchObject([{ status: 'COMPLETED' }, { status: 'REVERSED' }]);
  expect([await refundsOf(id), await refundMailsTo(email)]).toEqual([[], 0]);
});

test('the renewal of an undone cancellation is owed, also when PayPal’s answer was lost', async () => {
  const id = await site.subscribed(reader);
  await reader.post('/api/subscription/cancel');
  vi.setSystemTime((agreement(id).nextBillingAt ?? 0) - HOUR);
  site.peer.fault('subscription.activate', 'lost');
  expect((await reader.post('/api/subscription/resume')).status).toBe(200);
  site.passTo(Date.now() + 2 * HOUR);
  await site.liveMinutes(5);
  expect(agreement(id)).toMatchObject({
    status: 'ACTIVE',
    payments: [{ status: 'COMPLETED' }, { status: 'COMPLETED' }],
  });
  expect(await refundsOf(id)).toEqual([]);
});

test('a cancellation refunds no earlier payment, also when the clock was set back since', async () => {
  const id = await site.subscribed(reader);
  vi.setSystemTime(Date.now() - HOUR);
  expect((await reader.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  await site.liveMinutes(5);
  expect(agreement(id).payments).toMatchObject([{ status: 'COMPLETED' }]);
  expect(await site.opens(reader)).toBe(true);
});

test('a payment that PayPal returns after a cancellation ends access, and the reader is told', async () => {
  const id = await site.subscribed(reader);
  await reader.post('/api/subscription/cancel');
  expect(await site.opens(reader)).toBe(true);
  site.peer.books.refund(id);
  await site.tell(site.peer.notices.all.at(-1) ?? { body: '' });
  expect(await site.opens(reader)).toBe(false);
  expect((await site.subjectsTo(email)).slice(1)).toEqual([
    'Your Stillwater subscription is canceled',
    'Your Stillwater subscription has ended',
  ]);
});

/** SQLite runs one transaction at a time. */
const onPostgres = test.skipIf(process.env.TEST_ENGINE !== 'postgres');

onPostgres('a refund is recorded entirely before or after a reconciliation', async () => {
  const { second } = await paidTwice();
  const { id } = await site.rowOf(second);
  const statuses = (db: Db) =>
    db.selectFrom('payments').select('status').where('subscription_id', '=', id).execute();
  expect(await statuses(site.db)).toEqual([{ status: 'completed' }]);
  const setup = { db: site.db, provider: site.provider, publicUrl: () => PUBLIC_URL };
  let given: Promise<boolean> | undefined;
  await site.db.transaction().execute(async (transaction) => {
    await lockSubscription(transaction, id);
    given = giveDueRefunds(setup, { warn() {} });
    await expect.poll(() => agreement(second).payments[0]?.status).toBe('REFUNDED');
    await sleep(300);
    expect(await statuses(transaction)).toEqual([{ status: 'completed' }]);
  });
  expect(await given).toBe(true);
  expect(await statuses(site.db)).toEqual([{ status: 'refunded' }]);
});

test('a refund that two nodes give, because it takes longer than its lease, has one mail', async () => {
  const { second } = await paidTwice();
  const setup = { db: site.db, provider: site.provider, publicUrl: () => PUBLIC_URL };
  const [given, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const refund = async (payment: string, request: string) => {
    const id = await site.provider.refund(payment, request);
    given.resolve();
    await late.promise;
    return id;
  };
  const provider = Object.create(site.provider, { refund: { value: refund } });
  const first = giveDueRefunds({ ...setup, provider }, { warn() {} });
  await given.promise;
  vi.setSystemTime(Date.now() + LEASE);
  expect(await giveDueRefunds(setup, { warn() {} })).toBe(true);
  late.resolve();
  await first;
  expect(await refundMailsTo(email)).toBe(1);
  const { id } = await site.rowOf(second);
  const payments = site.db.selectFrom('payments').selectAll().where('subscription_id', '=', id);
  expect(await payments.execute()).toMatchObject([{ status: 'refunded', refunded_cents: 2000 }]);
});

test('a crash or fault at any step of a refund returns the money once', { timeout: 60_000 }, async () => {
  for (const fault of ['lost', 'reset', { status: 500 }, { status: 429, retryAfter: '30' }] as const) {
    const { second } = await paidTwice();
    site.peer.fault('sale.refund', fault, { times: 2 });
    await site.liveMinutes(30);
    expect({ fault, payments: agreement(second).payments }).toMatchObject({
      fault,
      payments: [{ status: 'REFUNDED', refunded: 20 }],
    });
    expect((await refundsOf(second)).map(({ status }) => status)).toEqual(['done']);
    site.calm();
    reader = await site.api.signedIn('free');
    await site.keepSessions();
  }
  for (let step = 0; step < 8; step += 1) {
    const { second } = await paidTwice();
    site.provider.crashAt(step);
    await site.liveMinutes(3);
    site.provider.calm();
    await site.liveMinutes(20);
    expect({ step, payments: agreement(second).payments }).toMatchObject({
      step,
      payments: [{ status: 'REFUNDED', refunded: 20 }],
    });
    reader = await site.api.signedIn('free');
    await site.keepSessions();
  }
});

test('a refund that PayPal refuses is not repeated, and waits for the administrator', async () => {
  site.peer.fault('sale.refund', { status: 422, issue: 'REFUND_NOT_ALLOWED' }, { times: 50 });
  const { second } = await paidTwice();
  await site.liveMinutes(60);
  expect(site.peer.calls.filter((kind) => kind === 'sale.refund').length).toBeGreaterThan(0);
  expect(await refundsOf(second)).toMatchObject([
    {
      status: 'refused',
      attempts: 1,
      last_error: expect.stringContaining('REFUND_NOT_ALLOWED'),
    },
  ]);
  expect(await refundMailsTo(email)).toBe(0);
  // A payment that is not owed opens nothing, before or after its refund.
  expect(await site.rowOf(second)).toMatchObject({ status: 'refunded', access_until: null });
});
