import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import type { Fault } from '#test/paypal/paypal-peer.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* Months of a subscription with a PayPal peer over HTTP: payments, access and mails. */

/**
 * PayPal retries twice, five days apart, and the site adds a day. Repeated here as a literal, so that this
 * test guards it.
 */
const GRACE = 11 * DAY;
const START = Date.UTC(2027, 5, 7, 12);
setUpPaidSite();

let reader: SignedInClient;
let id: string;
let made = 0;

beforeAll(async () => {
  site.peer.onSilence = site.endCalls;
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  made += 1;
  reader = await site.api.signedIn('free', { email: `life-${made}@example.org` });
  await site.keepSessions();
  id = await site.subscribed(reader);
});
afterEach(async () => {
  site.peer.books.subscriptions.clear();
});

const agreement = () => site.peer.books.get(id);
const subscription = async () => (await site.stateOf(reader)).subscription;
const roleOf = async (client: SignedInClient) => (await client.get('/api/user')).body.role;
const RECEIPT = 'Your Stillwater receipt';
const allMails = () => site.subjectsTo(reader.user.email ?? '');
const mails = async () => (await allMails()).filter((subject) => subject !== RECEIPT);
const deliverEvents = async (): Promise<void> => {
  for (const notice of site.peer.notices.about(id)) await site.tell(notice);
};

test('a subscription renews every month with one receipt, and no other mail', async () => {
  for (let month = 1; month <= 4; month += 1) {
    await site.liveTo((agreement().nextBillingAt ?? 0) + 2 * HOUR);
    expect(agreement().payments.length).toBe(month + 1);
    expect(await subscription()).toMatchObject({
      status: 'active',
      nextPaymentAt: new Date(agreement().nextBillingAt ?? 0).toISOString(),
    });
    expect([await site.opens(reader), await roleOf(reader)]).toEqual([true, 'subscriber']);
  }
  expect(await allMails()).toEqual([RECEIPT, RECEIPT, RECEIPT, RECEIPT, RECEIPT]);
});

test('a failed payment is mailed once, leaves a grace period, and recovers when it succeeds', async () => {
  const due = agreement().nextBillingAt ?? 0;
  site.peer.refusesPayments = true;
  site.passTo(due + HOUR);
  await deliverEvents();
  expect(await subscription()).toMatchObject({
    status: 'past_due',
    nextPaymentAt: null,
    accessUntil: new Date(due + GRACE).toISOString(),
  });
  for (const days of [1, 5, 10]) {
    await site.liveTo(due + days * DAY);
    await deliverEvents();
    expect(await site.opens(reader)).toBe(true);
  }
  expect(await mails()).toEqual(['Your Stillwater payment did not go through']);
  // The payer has chosen another card, and the merchant resumes the subscription at PayPal.
  site.peer.refusesPayments = false;
  site.peer.books.resume(id);
  site.peer.books.charge(id);
  await site.tell(site.lastNotice());
  expect(await subscription()).toMatchObject({ status: 'active' });
  await site.liveTo(due + 20 * DAY);
  expect(await site.opens(reader)).toBe(true);
});

test('a payment that keeps failing ends access after the grace period and stops the agreement', async () => {
  const due = agreement().nextBillingAt ?? 0;
  site.peer.refusesPayments = true;
  await site.liveTo(due + GRACE - HOUR);
  expect(await site.opens(reader)).toBe(true);
  // Before any reconciliation.
  site.passTo(due + GRACE + MINUTE);
  expect([await site.opens(reader), await roleOf(reader)]).toEqual([false, 'free']);
  await site.liveTo(due + GRACE + DAY);
  expect([agreement().status, (await subscription()).status]).toEqual(['CANCELLED', 'expired']);
  expect(await mails()).toEqual([
    'Your Stillwater payment did not go through',
    'Your Stillwater subscription has ended',
  ]);
  site.peer.refusesPayments = false;
  id = await site.subscribed(reader);
  expect(await site.opens(reader)).toBe(true);
});

test('cancelling stops payments at once, and access when the paid time ends', async () => {
  const until = agreement().nextBillingAt ?? 0;
  const { body } = await reader.post('/api/subscription/cancel');
  expect(body).toMatchObject({
    status: 'cancelled',
    accessUntil: new Date(until).toISOString(),
    canUndo: true,
  });
  expect(agreement().status).toBe('SUSPENDED');
  expect(await mails()).toEqual(['Your Stillwater subscription is canceled']);
  const again = await site.press(reader);
  expect([again.status, again.body.message]).toEqual([
    409,
    'Your paid time has not ended yet. You can undo the cancellation on your account page.',
  ]);
  await site.liveTo(until - HOUR);
  expect(await site.opens(reader)).toBe(true);
  site.passTo(until);
  expect([await site.opens(reader), await roleOf(reader)]).toEqual([false, 'free']);
  await site.liveTo(until + 2 * DAY);
  expect([agreement().status, agreement().payments.length]).toEqual(['CANCELLED', 1]);
  expect(await mails()).toEqual(['Your Stillwater subscription is canceled']);
  expect((await reader.post('/api/subscription/resume')).status).toBe(409);
  id = await site.subscribed(reader);
  expect([await site.opens(reader), await roleOf(reader)]).toEqual([true, 'subscriber']);
});

test('an undone cancellation renews as before', async () => {
  const due = agreement().nextBillingAt ?? 0;
  await reader.post('/api/subscription/cancel');
  await site.liveTo(due - 2 * DAY);
  expect((await reader.post('/api/subscription/resume')).body).toMatchObject({
    status: 'active',
    canUndo: false,
  });
  expect(agreement().status).toBe('ACTIVE');
  await site.liveTo(due + 2 * HOUR);
  expect([agreement().payments.length, await site.opens(reader)]).toEqual([2, true]);
});

test('after an undone cancellation, a payer who stops the payments at PayPal is not charged', async () => {
  const due = agreement().nextBillingAt ?? 0;
  await reader.post('/api/subscription/cancel');
  await reader.post('/api/subscription/resume');
  site.peer.books.suspend(id);
  await site.tell(site.lastNotice());
  await site.liveTo(due + DAY);
  expect([agreement().status, agreement().payments.length]).toEqual(['SUSPENDED', 1]);
});

test('the intended state reaches PayPal after an outage, and the last change wins', async () => {
  site.peer.fault('subscription.suspend', { status: 500 }, { times: 2 });
  expect((await reader.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  expect(agreement().status).toBe('ACTIVE');
  for (let minutes = 0; minutes < 3; minutes += 1) {
    site.passTo(Date.now() + MINUTE);
    await site.reconcile();
  }
  expect(agreement().status).toBe('SUSPENDED');
  // PayPal follows the last stored one of concurrent changes.
  await Promise.all([reader.post('/api/subscription/resume'), reader.post('/api/subscription/cancel')]);
  site.passTo(Date.now() + MINUTE);
  await site.reconcile();
  const { wish } = await site.rowOf(id);
  expect(agreement().status).toBe(wish === 'pause' ? 'SUSPENDED' : 'ACTIVE');
});

const FAULTS: Fault[] = [{ status: 500 }, { status: 429 }, 'no answer', 'garbage', 'reset', 'lost'];

test.each(FAULTS)('the intended state is applied despite the fault %j', async (fault) => {
  const becomes = async (status: string) => {
    for (let minutes = 0; minutes < 3; minutes += 1) {
      site.passTo(Date.now() + MINUTE);
      await site.reconcile();
    }
    expect(agreement().status).toBe(status);
  };
  site.peer.fault('subscription.suspend', fault);
  expect((await reader.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  await becomes('SUSPENDED');
  site.peer.fault('subscription.activate', fault);
  expect((await reader.post('/api/subscription/resume')).status).toBe(200);
  await becomes('ACTIVE');
  expect((await subscription()).status).toBe('active');
  site.peer.fault('subscription.cancel', fault);
  site.peer.books.refund(id);
  await site.tell(site.lastNotice());
  expect(await site.opens(reader)).toBe(false);
  await becomes('CANCELLED');
});

test('a cancellation at PayPal leaves access until the paid time ends', async () => {
  const until = agreement().nextBillingAt ?? 0;
  site.peer.books.cancel(id);
  await site.tell(site.lastNotice());
  expect(await subscription()).toMatchObject({ status: 'cancelled', canUndo: false, nextPaymentAt: null });
  expect(await mails()).toEqual(['Your Stillwater subscription is canceled']);
  await site.liveTo(until - HOUR);
  expect(await site.opens(reader)).toBe(true);
  site.passTo(until + HOUR);
  expect(await site.opens(reader)).toBe(false);
});

test.each([
  ['refund', 'refunded'],
  ['reverse', 'disputed'],
] as const)(
  'undoing a payment (%s) ends access at the next request and stops the agreement',
  async (how, status) => {
    // PayPal refuses at first: the cancellation is retried.
    site.peer.fault('subscription.cancel', { status: 422 });
    site.peer.books[how](id);
    await site.tell(site.lastNotice());
    expect([await site.opens(reader), await roleOf(reader)]).toEqual([false, 'free']);
    expect((await subscription()).status).toBe(status);
    await site.reconcile();
    site.passTo(Date.now() + 2 * MINUTE);
    await site.reconcile();
    expect(agreement().status).toBe('CANCELLED');
    expect(await mails()).toEqual(['Your Stillwater subscription has ended']);
    await site.liveTo(Date.now() + 40 * DAY);
    expect(agreement().payments.length).toBe(1);
    id = await site.subscribed(reader);
    expect(await site.opens(reader)).toBe(true);
  },
);

test('a partial refund leaves access', async () => {
  site.peer.books.refund(id, '5.00');
  await site.tell(site.lastNotice());
  expect([await site.opens(reader), (await subscription()).status, await mails()]).toEqual([
    true,
    'active',
    [],
  ]);
});

test('an administrator keeps the role and access throughout', async () => {
  const admin = await site.api.signedIn('admin');
  await site.keepSessions();
  id = await site.subscribed(admin);
  const stays = async () => expect([await roleOf(admin), await site.opens(admin)]).toEqual(['admin', true]);
  await stays();
  await admin.post('/api/subscription/cancel');
  await stays();
  await admin.post('/api/subscription/resume');
  site.peer.refusesPayments = true;
  await site.liveTo(START + 60 * DAY);
  await stays();
  site.peer.refusesPayments = false;
  id = await site.subscribed(admin);
  site.peer.books.reverse(id);
  await site.tell(site.lastNotice());
  await stays();
});

test('deleting the account stops the agreement, also during an outage of PayPal', async () => {
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', reader.user.id).execute();
  site.peer.fault('subscription.read', 'reset', { times: 3 });
  expect((await reader.delete('/api/user', {})).status).toBe(204);
  expect(agreement().status).toBe('ACTIVE');
  for (let tried = 0; tried < 5; tried += 1) {
    await site.reconcile();
    site.passTo(Date.now() + 10 * MINUTE);
  }
  expect(agreement().status).toBe('CANCELLED');
  await site.liveTo(START + 40 * DAY);
  expect(agreement().payments.length).toBe(1);
});

test('a subscriber made by hand keeps the role', async () => {
  const guest = await site.api.signedIn('subscriber');
  await site.keepSessions();
  await site.press(guest);
  await site.liveTo(START + 10 * DAY);
  expect([await roleOf(guest), await site.opens(guest)]).toEqual(['subscriber', true]);
});
