import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { lastMailTo } from '#test/account-fixture.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { GRACE_PERIOD } from '../state/subscription-state.ts';

/* Renewals that fail, with PayPal's responses during its retries: it counts no failure before day 10. */

const START = Date.UTC(2027, 5, 7, 12);
setUpPaidSite();

let reader: SignedInClient;
let id: string;
let made = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  made += 1;
  reader = await site.api.signedIn('free', { email: `renewals-${made}@example.org` });
  await site.keepSessions();
  id = await site.subscribed(reader);
});
afterEach(() => site.peer.books.subscriptions.clear());

const agreement = () => site.peer.books.get(id);
const subscription = async () => (await site.stateOf(reader)).subscription;
const mails = async () =>
  (await site.subjectsTo(reader.user.email ?? '')).filter((subject) => !subject.endsWith('receipt'));

test('a failed renewal is mailed within a day, with the end of access', async () => {
  const due = agreement().nextBillingAt ?? 0;
  // PayPal's response during retries: ACTIVE, no failed payment, a billing date in the past.
  vi.setSystemTime(due + HOUR);
  await site.reconcile();
  expect(await subscription()).toMatchObject({ status: 'active', nextPaymentAt: null, paidUntil: null });
  for (let hours = 2; hours < 24; hours += 2) {
    vi.setSystemTime(due + hours * HOUR);
    await site.reconcile();
  }
  const accessUntil = new Date(due + GRACE_PERIOD).toISOString();
  expect(await subscription()).toMatchObject({ status: 'past_due', accessUntil, paidUntil: null });
  expect(await mails()).toEqual(['Your Stillwater payment did not go through']);
  const { text } = await lastMailTo(site.api, reader.user.email ?? '');
  expect(text).toContain('full access until July 18, 2027');
  expect(text).toContain('https://www.sandbox.paypal.com/myaccount/autopay/');
  // The retry on day 5 succeeds, and its webhook event is lost.
  vi.setSystemTime(due + 5 * DAY);
  site.peer.books.charge(id);
  vi.setSystemTime(due + 5 * DAY + 7 * HOUR);
  await site.reconcile();
  expect(await subscription()).toMatchObject({
    status: 'active',
    nextPaymentAt: new Date(agreement().nextBillingAt ?? 0).toISOString(),
  });
});

test('a cancellation after a payment on a retry ends at the billing date, and can be undone', async () => {
  const due = agreement().nextBillingAt ?? 0;
  vi.setSystemTime(due + 5 * DAY);
  site.peer.books.charge(id);
  await site.reconcile();
  const accessUntil = new Date(agreement().nextBillingAt ?? 0).toISOString();
  const { body } = await reader.post('/api/subscription/cancel');
  expect(body).toMatchObject({ status: 'cancelled', accessUntil, canUndo: true });
  const { text } = await lastMailTo(site.api, reader.user.email ?? '');
  expect(text).toContain('full access until August 7, 2027');
  expect((await reader.post('/api/subscription/resume')).body).toMatchObject({ status: 'active' });
  expect(agreement().status).toBe('ACTIVE');
});

test.each([
  ['before the failure is known', 2],
  ['after it is known', 30],
])('cancelling a failed renewal %s ends access, and the mail says since when', async (_when, hours) => {
  const due = agreement().nextBillingAt ?? 0;
  vi.setSystemTime(due + hours * HOUR);
  await site.reconcile();
  expect(await subscription()).toMatchObject({ paidUntil: null });
  expect((await reader.post('/api/subscription/cancel')).body).toMatchObject({
    status: 'expired',
    accessUntil: null,
    canUndo: false,
  });
  expect(await site.opens(reader)).toBe(false);
  const { text } = await lastMailTo(site.api, reader.user.email ?? '');
  expect(text).toContain('Your paid time ended on July 7, 2027.');
  const told = await mails();
  await site.liveTo(due + GRACE_PERIOD + 2 * DAY);
  expect(agreement().status).toBe('CANCELLED');
  expect(await mails()).toEqual(told);
});

test.each([
  ['counts a failure', () => site.peer.books.failCycle(id)],
  ['counts no failure', () => undefined],
])('a renewal that is never paid is mailed once as access ends, where PayPal %s', async (_when, fail) => {
  const due = agreement().nextBillingAt ?? 0;
  vi.setSystemTime(due + HOUR);
  fail();
  vi.setSystemTime(due + 2 * DAY);
  await site.reconcile();
  vi.setSystemTime(due + GRACE_PERIOD - HOUR);
  await site.reconcile();
  expect(await mails()).toEqual(['Your Stillwater payment did not go through']);
  for (const days of [0, 0, 1, 40]) {
    vi.setSystemTime(due + GRACE_PERIOD + days * DAY);
    await site.reconcile();
  }
  expect([agreement().status, await site.opens(reader)]).toEqual(['CANCELLED', false]);
  expect((await mails()).slice(1)).toEqual(['Your Stillwater subscription has ended']);
  const { text } = await lastMailTo(site.api, reader.user.email ?? '');
  expect(text).toContain('We could not charge your monthly payment in time');
  expect(text).toContain('/account');
});

test.each([
  ['was given access', { granted_until: START + 365 * DAY }],
  ['is an editor', { editor_since: START }],
  ['has become an administrator', { role: 'admin' }],
])('no mail tells of the end of access where the payer %s', async (_who, facts) => {
  await site.db.updateTable('users').set(facts).where('id', '=', reader.user.id).execute();
  vi.setSystemTime((agreement().nextBillingAt ?? 0) + GRACE_PERIOD + HOUR);
  await site.reconcile();
  expect([(await subscription()).status, await site.opens(reader)]).toEqual(['expired', true]);
  expect(await mails()).toEqual([]);
});

test('a cancellation after a renewal whose event is lost names the end of the renewed time', async () => {
  site.passTo((agreement().nextBillingAt ?? 0) + HOUR);
  expect(agreement().payments).toHaveLength(2);
  const until = new Date(agreement().nextBillingAt ?? 0).toISOString();
  const { body } = await reader.post('/api/subscription/cancel');
  expect(body).toMatchObject({ status: 'cancelled', accessUntil: until });
  const { text } = await lastMailTo(site.api, reader.user.email ?? '');
  expect(text).toContain('You keep full access until August 7, 2027.');
});

test('a subscription that was suspended at PayPal and replaced is never charged again', async () => {
  site.peer.books.suspend(id);
  await site.tell(site.lastNotice());
  const first = agreement();
  id = await site.subscribed(reader);
  await site.reconcile();
  expect([first.status, agreement().status, await site.opens(reader)]).toEqual(['CANCELLED', 'ACTIVE', true]);
});

test('an undone cancellation that PayPal hears of late keeps access, without a false mail', async () => {
  const due = agreement().nextBillingAt ?? 0;
  await reader.post('/api/subscription/cancel');
  site.passTo(due - HOUR);
  site.peer.fault('subscription.activate', { status: 500 }, { times: 1000 });
  expect((await reader.post('/api/subscription/resume')).body.status).toBe('active');
  await site.liveTo(due + 2 * DAY);
  expect([agreement().status, await site.opens(reader)]).toEqual(['SUSPENDED', true]);
  site.peer.heal();
  await site.liveTo(due + 3 * DAY);
  site.peer.advance(0);
  await site.liveTo(due + 4 * DAY);
  expect([agreement().status, agreement().payments.length]).toEqual(['ACTIVE', 2]);
  expect(await subscription()).toMatchObject({ status: 'active' });
  expect(await mails()).toEqual(['Your Stillwater subscription is canceled']);
});

test.each([
  ['at once', () => Date.now()],
  ['in a week', () => Date.now() + 7 * DAY],
  ['in three weeks', () => Date.now() + 21 * DAY],
])(
  'a subscription that is reactivated at PayPal weeks later, and charged %s, goes on',
  async (_when, date) => {
    // PayPal suspends when the payer removes the card, and activates again when a card is added.
    site.peer.books.suspend(id);
    await site.liveTo((agreement().nextBillingAt ?? 0) + 20 * DAY);
    expect([await site.opens(reader), (await subscription()).status]).toEqual([false, 'expired']);
    const before = await mails();
    agreement().nextBillingAt = date();
    site.peer.books.resume(id);
    await site.reconcile();
    await site.tell(site.lastNotice());
    expect(agreement().status).toBe('ACTIVE');
    await site.liveTo(Date.now() + 23 * DAY);
    expect(agreement().payments).toHaveLength(2);
    expect([await site.opens(reader), (await subscription()).status]).toEqual([true, 'active']);
    expect(await mails()).toEqual(before);
  },
);
