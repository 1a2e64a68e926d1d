import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paymentsCheck } from '#features/health/server/checks/payments-check.ts';
import { refusedPayers } from '#platform/database/migrations/0057-refused-payers.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { lastMailTo } from '#test/account-fixture.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { addPeriod } from '../state/payment-rules.ts';
import { syncRole } from '../state/sync-role.ts';

/* Payments that are not the agreed price, because the owner has changed PayPal's plan. */

setUpPaidSite();

let readers = 0;
let reader: SignedInClient;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 5, 7, 12) });
  reader = await site.api.signedIn('free', { email: `other-amounts-${++readers}@example.org` });
  await site.keepSessions();
});
afterEach(async () => {
  site.peer.books.subscriptions.clear();
  setPrice('20.00');
  setStatus('ACTIVE');
  await site.db.deleteFrom('payment_events').execute();
});

/** Changes the price of the plan inside PayPal. */
function setPrice(value: string): void {
  const pricing_scheme = { fixed_price: { value, currency_code: 'USD' } };
  for (const plan of site.peer.books.plans)
    Object.assign((plan.billing_cycles as object[])[0] ?? {}, { pricing_scheme });
}

function setStatus(status: string): void {
  for (const plan of site.peer.books.plans) Object.assign(plan, { status });
}

const agreement = (id: string) => site.peer.books.get(id);
const renew = (id: string) => site.liveTo((agreement(id).nextBillingAt ?? 0) + 2 * HOUR);
const warnings = async () => (await (await site.api.signedIn('admin')).get('/api/warnings')).body;
const task = (amount: string) => ({
  kind: 'amount',
  about: `plan ${site.peer.keys.planId}`,
  amount,
  details: expect.stringContaining('expected 20.00 USD'),
});

test.each([
  ['another price', () => setPrice('25.00'), 'The plan’s price is not 20.00 USD.'],
  ['a deactivation', () => setStatus('INACTIVE'), 'The plan is INACTIVE, not ACTIVE.'],
])('the owner hears of %s of the plan before anybody pays', async (_what, changePlan, sentence) => {
  const problems = async () => (await paymentsCheck(site.db, site.provider).look()).problems;
  expect(await problems()).toEqual([]);
  changePlan();
  expect(await problems()).toMatchObject([
    { name: 'payments-plan', level: 'serious', meaning: expect.stringContaining(sentence) },
  ]);
});

test.each([
  ['above', '25.00'],
  ['below', '15.00'],
])('a renewal %s the price keeps access, and is one task of the owner', async (_where, price) => {
  const id = await site.subscribed(reader);
  const other = await site.subscribed(await site.api.signedIn('free'));
  await site.keepSessions();
  setPrice(price);
  await renew(id);
  const { subscription } = await site.stateOf(reader);
  expect(subscription).toMatchObject({ status: 'active', price: { cents: 2000 } });
  expect([await site.opens(reader), agreement(id).status]).toEqual([true, 'ACTIVE']);
  expect((await lastMailTo(site.api, reader.user.email ?? '')).text).toContain(`You paid $${price} USD`);
  expect(agreement(other).payments).toHaveLength(2);
  expect(await warnings()).toMatchObject([task(`${price} USD`)]);
  const { problems } = await paymentsCheck(site.db, undefined).look();
  expect(problems).toMatchObject([{ name: 'payments-amount', level: 'serious', warnings: [{}] }]);
});

test('the event of a renewal at another price makes the task, which can be dismissed once', async () => {
  const id = await site.subscribed(reader);
  const admin = await site.api.signedIn('admin');
  site.passTo((agreement(id).nextBillingAt ?? 0) - HOUR);
  site.peer.fault('subscription.transactions', { status: 500 }, { times: 9 });
  site.peer.books.charge(id, '25.00');
  await site.tell(site.lastNotice());
  const [{ id: nth, kind }] = await warnings();
  expect(await warnings()).toMatchObject([task('25.00 USD')]);
  await site.keepSessions();
  expect((await admin.delete(`/api/warnings/${kind}/${nth}`)).status).toBe(204);
  site.peer.heal();
  site.peer.books.charge(id, '25.00');
  await site.tell(site.lastNotice());
  expect(await warnings()).toEqual([]);
  expect(await site.opens(reader)).toBe(true);
});

test('a member whom an older program refused gets the paid time after the upgrade', async () => {
  const id = await site.subscribed(reader);
  const { paid_through } = await site.rowOf(id);
  setPrice('25.00');
  site.passTo((agreement(id).nextBillingAt ?? 0) + 2 * HOUR);
  site.peer.books.cancel(id);
  // The older program's refusal, which kept the end of the time before this payment.
  await site.db
    .updateTable('subscriptions')
    .set({ status: 'refused', wish: 'stop', access_until: null, next_payment_at: null, next_check_at: null })
    .where('provider_id', '=', id)
    .execute();
  await syncRole(site.db, reader.user.id, Date.now());
  await site.liveTo(Date.now() + DAY);
  expect([await site.opens(reader), (await site.rowOf(id)).paid_through]).toEqual([false, paid_through]);
  await refusedPayers.up(site.db);
  // The nodes of the older program would refuse the member again.
  await site.liveTo(Date.now() + 23 * HOUR);
  expect(await site.rowOf(id)).toMatchObject({ status: 'refused', next_check_at: expect.any(Number) });
  await site.liveTo(Date.now() + 2 * HOUR);
  expect(await site.opens(reader)).toBe(true);
  expect((await site.stateOf(reader)).subscription).toMatchObject({
    status: 'cancelled',
    accessUntil: new Date(addPeriod(agreement(id).payments[1]?.at ?? 0, 'month')).toISOString(),
  });
});

test('a first payment above the price opens, and is a task of the owner', async () => {
  setPrice('25.00');
  await site.subscribed(reader);
  expect(await site.opens(reader)).toBe(true);
  expect(await warnings()).toMatchObject([task('25.00 USD')]);
});

test.each([
  ['an overridden plan', { planOverridden: true }],
  ['another plan', { planId: 'P-CHEAP' }],
  ['a quantity of two', { quantity: '2' }],
])('a subscription that its payer has moved to %s ends', async (_what, revised) => {
  const id = await site.subscribed(reader);
  Object.assign(agreement(id), revised);
  site.peer.books.charge(id, '0.01');
  await site.tell(site.lastNotice());
  await site.reconcile();
  expect([await site.opens(reader), agreement(id).status]).toEqual([false, 'CANCELLED']);
  expect(await warnings()).toMatchObject([task('0.01 USD')]);
});
