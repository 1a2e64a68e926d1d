import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { type PaidSite, startPaidSite } from '#test/paypal-fixture.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';
import { recordEvent } from '../events/record-event.ts';
import { readEvent } from './paypal-events.ts';

/* Refunds, reversals and disputes, in all the shapes of PayPal's samples. */

const START = Date.UTC(2027, 5, 7, 12);
let site: PaidSite;
let reader: SignedInClient;
let id: string;
let count = 0;

beforeAll(async () => {
  site = await startPaidSite();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  reader = await site.api.signedIn('free', { email: `money-${++count}@example.org` });
  await site.keepSessions();
  id = await site.subscribed(reader);
  vi.setSystemTime(START + HOUR);
});
afterEach(async () => {
  site.calm();
  site.peer.books.noticesNameSales = true;
  site.peer.books.subscriptions.clear();
  await site.db.deleteFrom('payment_events').execute();
});
afterAll(() => site.stop());

const status = async () => (await site.stateOf(reader)).subscription.status;
const states = async () =>
  (await site.db.selectFrom('payment_events').select('state').execute()).flatMap(({ state }) => state ?? []);
/** Makes PayPal refuse to list refunds and sales. */
function tellsNothing(): void {
  for (const kind of ['refund.read', 'sale.read'] as const)
    site.peer.fault(kind, { status: 404 }, { times: 9 });
}

test.each(['refund', 'reverse'] as const)(
  'a webhook event of a %s without any id of ours is matched by PayPal’s record of it',
  async (how) => {
    site.peer.books.noticesNameSales = false;
    site.peer.books[how](id);
    // The list does not contain it yet.
    site.peer.fault('subscription.transactions', { status: 404 }, { times: 5 });
    expect(await site.tell(site.lastNotice())).toBe(200);
    expect([await site.opens(reader), await status()]).toEqual([
      false,
      how === 'refund' ? 'refunded' : 'disputed',
    ]);
    expect(await states()).toEqual([]);
  },
);

test('money that PayPal’s list and a later notice tell to be gone is mailed once', async () => {
  site.peer.books.reverse(id);
  const notice = site.lastNotice();
  await site.liveTo(Date.now() + DAY + HOUR);
  expect(await status()).toBe('refunded');
  expect(await site.tell(notice)).toBe(200);
  expect(await status()).toBe('disputed');
  const subjects = await site.subjectsTo(reader.user.email ?? '');
  expect(subjects.filter((subject) => subject.endsWith('has ended'))).toHaveLength(1);
});

test('a refund that names the subscription and no sale is matched by PayPal’s record of it', async () => {
  site.peer.books.noticesNameSales = false;
  site.peer.books.refund(id);
  const { resource, ...notice } = JSON.parse(site.lastNotice().body);
  const named = { ...notice, resource: { ...resource, billing_agreement_id: id } };
  const event = readEvent(Buffer.from(JSON.stringify(named)));
  if (!event) throw new Error('not an event');
  expect(event).toMatchObject({ subscriptionId: id, payment: { ids: [] } });
  await recordEvent({ db: site.db, provider: site.provider, publicUrl: () => PUBLIC_URL }, event);
  const [sale] = site.peer.books.get(id).payments;
  expect(
    await site.db.selectFrom('payments').select(['provider_id', 'refunded_cents']).execute(),
  ).toContainEqual({
    provider_id: sale?.id,
    refunded_cents: 2000,
  });
});

test('PayPal repeats a webhook event as long as it does not answer what the event is about', async () => {
  site.peer.books.noticesNameSales = false;
  site.peer.books.reverse(id);
  const notice = site.lastNotice();
  site.peer.fault('refund.read', 'reset');
  expect(await site.tell(notice)).toBe(503);
  expect(await site.tell(notice)).toBe(200);
  expect(await site.opens(reader)).toBe(false);
});

test('a webhook event without details is stored, and matched with the list that has its refund', async () => {
  site.peer.books.noticesNameSales = false;
  site.peer.books.reverse(id);
  const notice = site.lastNotice();
  const [sale] = site.peer.books.get(id).payments;
  if (sale) sale.status = 'HELD';
  tellsNothing();
  expect(await site.tell(notice)).toBe(200);
  expect([await states(), await site.opens(reader)]).toEqual([['unmatched'], true]);
  const refundId = JSON.parse(notice.body).resource.id;
  site.peer.fault('subscription.transactions', {
    rewrite: ({ transactions, ...rest }: { transactions: object[] }) => ({
      ...rest,
      transactions: [
        { ...transactions[0], status: 'COMPLETED' },
        {
          ...transactions[0],
          id: refundId,
          amount_with_breakdown: { gross_amount: { currency_code: 'USD', value: '-20.00' } },
        },
        // PayPal guarantees no order.
        { ...transactions[0], id: 'EARLIER-SALE', status: 'COMPLETED', time: '2026-01-01T00:00:00Z' },
      ],
    }),
  });
  await site.liveTo(Date.now() + DAY + HOUR);
  expect([await states(), await site.opens(reader), await status()]).toEqual([
    ['matched'],
    false,
    'disputed',
  ]);
});

test('a webhook event about a payment that PayPal does not let this app read is stored', async () => {
  const elsewhere = site.peer.books.create(site.peer.keys.planId, undefined).id;
  site.peer.books.activate(elsewhere);
  site.peer.books.dispute(elsewhere);
  site.peer.fault('sale.read', { status: 403, issue: 'PERMISSION_DENIED' });
  expect(await site.tell(site.lastNotice())).toBe(200);
  expect(await states()).toEqual(['dispute']);
});

test('a webhook event about a sale that is not stored yet is matched when a list names it', async () => {
  tellsNothing();
  await site.db.deleteFrom('payments').execute();
  site.peer.books.refund(id);
  const notice = site.lastNotice();
  expect(await site.tell(notice)).toBe(200);
  expect([await states(), await site.opens(reader)]).toEqual([['unmatched'], true]);
  await site.liveTo(Date.now() + DAY + HOUR);
  expect([await states(), await site.opens(reader)]).toEqual([['matched'], false]);
});

test('a webhook event about money of a stranger’s subscription is stored', async () => {
  const elsewhere = site.peer.books.create(site.peer.keys.planId, undefined).id;
  site.peer.books.activate(elsewhere);
  expect(await site.tell(site.lastNotice())).toBe(200);
  expect(await states()).toEqual(['unmatched']);
  await site.liveTo(Date.now() + 100 * DAY);
  expect(await states()).toEqual(['unmatched']);
});

test('a lost dispute about an unknown payment is shown to the administrator', async () => {
  const elsewhere = site.peer.books.create(site.peer.keys.planId, undefined).id;
  site.peer.books.activate(elsewhere);
  site.peer.books.resolve(site.peer.books.dispute(elsewhere), false);
  expect(await site.tell(site.lastNotice())).toBe(200);
  expect(await states()).toEqual(['unmatched']);
});

test('an open dispute changes no access, and a lost one ends it', async () => {
  const dispute = site.peer.books.dispute(id);
  const opened = site.lastNotice();
  expect(await site.tell(opened)).toBe(200);
  expect([await site.opens(reader), await status(), await states()]).toEqual([true, 'active', ['dispute']]);
  await site.liveTo(Date.now() + 3 * DAY);
  expect(await site.opens(reader)).toBe(true);
  site.peer.books.resolve(dispute, false);
  // The reversal's own webhook event is lost.
  expect(await site.tell(site.lastNotice())).toBe(200);
  expect([await site.opens(reader), await status()]).toEqual([false, 'disputed']);
  expect(new Set(await states())).toEqual(new Set(['closed']));
  await site.reconcile();
  expect(site.peer.books.get(id).status).toBe('CANCELLED');
});

test.each([true, false])(
  'a won dispute changes nothing (its webhook events in order: %s)',
  async (isInOrder) => {
    const dispute = site.peer.books.dispute(id);
    const opened = site.lastNotice();
    site.peer.books.resolve(dispute, true);
    const resolved = site.lastNotice();
    for (const notice of isInOrder ? [opened, resolved] : [resolved, opened])
      expect(await site.tell(notice)).toBe(200);
    expect(new Set(await states())).toEqual(new Set(['closed']));
    expect([await site.opens(reader), await status()]).toEqual([true, 'active']);
    expect(site.peer.books.get(id).status).toBe('ACTIVE');
  },
);

test.each([
  ['reverse', 'disputed', false, 2000],
  ['refund', 'active', true, 500],
] as const)(
  'a %s that names the subscription and no payment waits for PayPal’s list of payments',
  async (how, becomes, opens, refundedCents) => {
    site.peer.books.noticesNameSales = false;
    if (how === 'reverse') site.peer.books.reverse(id);
    else site.peer.books.refund(id, '5.00');
    const { resource, ...notice } = JSON.parse(site.lastNotice().body);
    tellsNothing();
    const body = JSON.stringify({ ...notice, resource: { ...resource, billing_agreement_id: id } });
    expect(await site.tell({ body })).toBe(200);
    await site.reconcile();
    expect([await status(), await site.opens(reader)]).toEqual([becomes, opens]);
    const [payment] = await site.db
      .selectFrom('payments')
      .select('refunded_cents')
      .where('subscription_id', '=', (await site.rowOf(id)).id)
      .execute();
    expect(payment?.refunded_cents).toBe(refundedCents);
  },
);

test('a refund that names the subscription and no payment waits while PayPal lists no payment', async () => {
  site.peer.books.noticesNameSales = false;
  site.peer.books.refund(id, '5.00');
  const { resource, ...notice } = JSON.parse(site.lastNotice().body);
  tellsNothing();
  site.peer.fault('subscription.transactions', { status: 404 });
  const body = JSON.stringify({ ...notice, resource: { ...resource, billing_agreement_id: id } });
  expect(await site.tell({ body })).toBe(200);
  expect(await states()).toEqual(['unmatched']);
  await site.liveTo(Date.now() + DAY + HOUR);
  expect(await states()).toEqual(['matched']);
  const payments = site.db.selectFrom('payments').select('refunded_cents');
  const { id: subscription } = await site.rowOf(id);
  expect(await payments.where('subscription_id', '=', subscription).execute()).toEqual([
    { refunded_cents: 500 },
  ]);
});

test('a second subscription’s payment that is listed late is refunded without a webhook event', async () => {
  const another = await site.api.signedIn('free');
  await site.keepSessions();
  const second = await site.begin(another);
  vi.setSystemTime(Date.now() + 4 * HOUR);
  await site.subscribed(another);
  site.peer.approve(second);
  const { payments } = site.peer.books.get(second);
  const late = payments.splice(0);
  await site.report(another, second);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    vi.setSystemTime(Date.now() + MINUTE);
    await site.reconcile();
  }
  expect(site.peer.books.get(second).status).toBe('CANCELLED');
  payments.push(...late);
  await site.liveTo(Date.now() + 2 * DAY);
  expect(payments).toMatchObject([{ status: 'REFUNDED' }]);
});
