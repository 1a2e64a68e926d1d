import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readCsv } from '#platform/csv/csv.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import type { MonthSums, PaymentEntry } from '../../contract/payments-schemas.ts';
import { recordMissingReturns } from './record-return.ts';

/* The owner's list of all payments, for the accounts. Each test has a month of its own. */

setUpPaidSite();

const FIRST = Date.UTC(2027, 0, 30, 12);
let month = 0;
let start: number;
let ada: SignedInClient;

beforeAll(async () => {
  ada = await site.api.signedIn('admin', { username: 'ada' });
});
beforeEach(async () => {
  start = FIRST + 40 * DAY * month;
  month += 1;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  await site.keepSessions();
});
afterEach(() => site.peer.books.subscriptions.clear());

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const thisTest = () => `from=${dayOf(start)}&to=${dayOf(start + 39 * DAY)}`;
const entries = async (query = thisTest()): Promise<PaymentEntry[]> =>
  (await ada.get(`/api/payments?${query}`)).body;
const sums = async (): Promise<MonthSums[]> => (await ada.get(`/api/payments/sums?${thisTest()}`)).body;
/** Kind, amount and day of each entry. */
const shortly = (found: PaymentEntry[]) => found.map(({ kind, cents, at }) => [kind, cents, at.slice(0, 10)]);

async function aPayer(email: string) {
  const reader = await site.api.signedIn('free', { email });
  await site.keepSessions();
  const id = await site.subscribed(reader);
  const row = await site.rowOf(id);
  return { reader, id, row, path: `/api/subscriptions/${row.id}` };
}
type Payer = Awaited<ReturnType<typeof aPayer>>;

let keys = 0;
async function refund({ path }: Payer, cents: number, refundedCents = 0) {
  keys += 1;
  const paymentId = (await ada.get(path)).body.payments[0].id;
  const order = { paymentId, cents, key: `key-of-payments-${keys}`, refundedCents };
  expect((await ada.post(`${path}/refunds`, order)).body.status).toBe('done');
}

test('a payment and each of its refunds are entries with their own day, amount and number', async () => {
  const payer = await aPayer('one@example.org');
  vi.setSystemTime(start + 2 * DAY);
  await refund(payer, 500);
  // PayPal's event of the same refund, and one of a refund that was made there.
  expect(await site.tell(site.lastNotice())).toBe(200);
  vi.setSystemTime(start + 5 * DAY);
  site.peer.books.refund(payer.id, '15.00');
  for (let times = 0; times < 2; times += 1) expect(await site.tell(site.lastNotice())).toBe(200);
  await site.reconcile();
  const found = await entries();
  expect(shortly(found)).toEqual([
    ['refund', -1500, dayOf(start + 5 * DAY)],
    ['refund', -500, dayOf(start + 2 * DAY)],
    ['payment', 2000, dayOf(start)],
  ]);
  const numbers = [...site.peer.books.refunds.keys()].slice(-2).reverse();
  expect(found.map(({ number }) => number)).toEqual([...numbers, found[2]?.payment]);
  expect(found[2]).toMatchObject({
    ...{ currency: 'USD', state: 'refunded', email: 'one@example.org', provider: 'paypal', isTest: false },
    ...{ price: { cents: 2000, currency: 'USD', interval: 'month' } },
    ...{ subscriptionId: payer.row.id, subscription: payer.id },
  });
  expect(await sums()).toEqual(
    [
      {
        ...{ month: dayOf(start).slice(0, 7), currency: 'USD', isTest: false },
        ...{ payments: 1, paidCents: 2000, refundedCents: 0, reversedCents: 0 },
      },
      {
        ...{ month: dayOf(start + 5 * DAY).slice(0, 7), currency: 'USD', isTest: false },
        ...{ payments: 0, paidCents: 0, refundedCents: 2000, reversedCents: 0 },
      },
    ].reverse(),
  );
});

test('a reversal after a partial refund takes the rest, and comes once however PayPal tells it', async () => {
  const payer = await aPayer('reversed@example.org');
  await refund(payer, 500);
  // As a node of an older program, which does not know its number, would have told it.
  await site.db.updateTable('payment_returns').set({ provider_id: null }).where('cents', '=', 500).execute();
  vi.setSystemTime(start + DAY);
  site.peer.books.reverse(payer.id);
  const notice = site.lastNotice();
  vi.setSystemTime(start + 2 * DAY);
  // The list has it first, without its time.
  await ada.post(`${payer.path}/check`);
  expect((await entries())[0]).toMatchObject({ kind: 'refund', cents: -1500, number: null });
  for (let times = 0; times < 2; times += 1) expect(await site.tell(notice)).toBe(200);
  await ada.post(`${payer.path}/check`);
  const found = await entries();
  expect(shortly(found)).toEqual([
    ['reversal', -1500, dayOf(start + DAY)],
    ['refund', -500, dayOf(start)],
    ['payment', 2000, dayOf(start)],
  ]);
  expect(found.map(({ number }) => number)).toEqual([expect.any(String), null, expect.any(String)]);
  expect(found[2]?.state).toBe('reversed');
  expect((await sums())[0]).toMatchObject({ refundedCents: 500, reversedCents: 1500 });
});

test('the part that a lost dispute took is a reversal, once', async () => {
  const payer = await aPayer('disputed@example.org');
  const dispute = site.peer.books.dispute(payer.id);
  site.peer.books.resolve(dispute, false);
  const resolved = site.peer.notices.all.findLast(({ body }) => body.includes('DISPUTE.RESOLVED'));
  const body = JSON.parse(resolved?.body ?? '');
  body.resource.dispute_outcome.amount_refunded.value = '7.00';
  // PayPal has taken only this part.
  Object.assign(dispute.payment, { status: 'COMPLETED', refunded: 7 });
  for (const id of ['first', 'second'])
    expect(await site.tell({ body: JSON.stringify({ ...body, id }) })).toBe(200);
  await site.reconcile();
  expect(shortly(await entries())).toEqual([
    ['reversal', -700, dayOf(start)],
    ['payment', 2000, dayOf(start)],
  ]);
  await refund(payer, 500);
  expect((await entries()).map(({ cents }) => cents)).toEqual([-500, -700, 2000]);
});

test('a payment that the site does not owe has one refund, with PayPal’s number', async () => {
  const payer = await aPayer('gone@example.org');
  const { id } = payer.reader.user;
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  expect((await payer.reader.delete('/api/user', {})).status).toBe(204);
  // The next payment is taken before the site has cancelled the subscription.
  site.passTo(start + 32 * DAY);
  await site.reconcile();
  const found = await entries();
  expect(found.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['refund', -2000],
    ['payment', 2000],
    ['payment', 2000],
  ]);
  expect(found[0]?.number).toBe([...site.peer.books.refunds.keys()].at(-1));
  // The deleted member's payments stay, without the address.
  expect(found.map(({ email }) => email)).toEqual([null, null, null]);
  const { text } = await ada.get(`/api/payments.csv?${thisTest()}`);
  expect(text).not.toContain('gone@');
  expect(readCsv(text.slice(1))).toHaveLength(4);
});

test('the table has the same entries, the oldest first, no formulas, and is logged', async () => {
  const payer = await aPayer('table@example.org');
  await refund(payer, 1999);
  await site.db
    .updateTable('users')
    .set({ email: '=table@example.org' })
    .where('id', '=', payer.reader.user.id)
    .execute();
  const { text, headers } = await ada.get(`/api/payments.csv?${thisTest()}`);
  expect(headers['content-disposition']).toBe('attachment; filename="payments.csv"');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [payment, returned] = (await entries()).reverse();
  const day = dayOf(start);
  const plan = '$20.00 USD per month';
  const lines = [
    'date,kind,amount,currency,state,test,email,plan,provider,subscription,payment,number,instant',
    `${day},payment,20.00,USD,partly-refunded,,'=table@example.org,${plan},paypal,${payer.id},` +
      `${payment?.payment},${payment?.payment},${payment?.at}`,
    `${day},refund,-19.99,USD,completed,,'=table@example.org,${plan},paypal,${payer.id},` +
      `${payment?.payment},${returned?.number},${returned?.at}`,
  ];
  expect(text).toBe(`\uFEFF${lines.join('\r\n')}\r\n`);
  expect((await ada.get('/api/audit-log?itemType=export')).body[0].title).toBe('payments.csv');
});

test('a period has its first and last day, by the clock of UTC; a wrong one is refused', async () => {
  const midnight = Date.parse(dayOf(start)) + DAY;
  for (const at of [midnight - 1, midnight, midnight + DAY - 1, midnight + DAY]) {
    vi.setSystemTime(at);
    const { row } = await aPayer(`at-${at}@example.org`);
    await site.db
      .updateTable('payments')
      .set({ paid_at: at })
      .where('subscription_id', '=', row.id)
      .execute();
  }
  const inDay = await entries(`from=${dayOf(midnight)}&to=${dayOf(midnight)}`);
  expect(inDay.map(({ at }) => Date.parse(at))).toEqual([midnight + DAY - 1, midnight]);
  expect(await entries(`from=${dayOf(midnight)}`)).toHaveLength(3);
  for (const path of ['/api/payments', '/api/payments.csv', '/api/payments/sums']) {
    const { status, body } = await ada.get(`${path}?from=${dayOf(midnight)}&to=${dayOf(midnight - DAY)}`);
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'to', message: 'The last day is before the first one' }],
    ]);
    expect((await ada.get(`${path}?from=2027-02-30`)).status).toBe(400);
  }
});

test('pages and table have each entry once, also at one instant in both tables', async () => {
  for (const name of ['a', 'b', 'c']) await refund(await aPayer(`${name}@example.org`), 500);
  await site.db.updateTable('payments').set({ paid_at: start }).where('paid_at', '>=', start).execute();
  await site.db
    .updateTable('payment_returns')
    .set({ returned_at: start })
    .where('returned_at', '>=', start)
    .execute();
  const whole = await entries();
  expect(whole).toHaveLength(6);
  for (const limit of [1, 2, 5]) {
    const paged: PaymentEntry[] = [];
    let cursor = '';
    do {
      const after = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body, headers } = await ada.get(`/api/payments?${thisTest()}&limit=${limit}${after}`);
      paged.push(...body);
      cursor = (headers['x-next-cursor'] as string | undefined) ?? '';
    } while (cursor !== '');
    expect(paged).toEqual(whole);
  }
});

test('test payments are marked, and their sums are apart from those of real ones', async () => {
  const { row } = await aPayer('real@example.org');
  const [payment] = await site.db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', row.id)
    .execute();
  if (!payment) throw new Error('no payment');
  const test = { ...payment, id: undefined, provider: 'sandbox-terms', provider_id: 'TEST-1', cents: 300 };
  await site.db.insertInto('payments').values(test).execute();
  expect((await entries()).map(({ cents, provider, isTest }) => [cents, provider, isTest])).toEqual([
    [300, 'sandbox', true],
    [2000, 'paypal', false],
  ]);
  expect((await sums()).map(({ paidCents, isTest }) => [paidCents, isTest])).toEqual([
    [2000, false],
    [300, true],
  ]);
  const { text } = await ada.get(`/api/payments.csv?${thisTest()}`);
  expect(readCsv(text.slice(1)).map(({ cells }) => cells[5])).toEqual(['test', '', 'test']);
});

test('what a node of an older program did not write is added in the background', async () => {
  const payer = await aPayer('older@example.org');
  const write = (values: { refunded_cents: number; status?: string; undone_at?: number }) =>
    site.db.updateTable('payments').set(values).where('subscription_id', '=', payer.row.id).execute();
  const undone_at = start + HOUR;
  await write({ refunded_cents: 500, undone_at });
  vi.setSystemTime(start + DAY);
  for (let times = 0; times < 2; times += 1) await recordMissingReturns(site.db);
  await write({ refunded_cents: 1200 });
  for (let times = 0; times < 2; times += 1) await recordMissingReturns(site.db);
  await write({ refunded_cents: 2000, status: 'refunded' });
  vi.setSystemTime(start + 2 * DAY);
  for (let times = 0; times < 2; times += 1) await recordMissingReturns(site.db);
  expect(shortly(await entries())).toEqual([
    ['refund', -800, dayOf(start + 2 * DAY)],
    ['refund', -700, dayOf(start + DAY)],
    ['refund', -500, dayOf(undone_at)],
    ['payment', 2000, dayOf(start)],
  ]);
});
