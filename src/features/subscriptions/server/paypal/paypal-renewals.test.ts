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
  await site.reconcile();
  expect(agreement().status).toBe('CANCELLED');
});
