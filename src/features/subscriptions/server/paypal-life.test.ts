import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE, type PaidSite, startPaidSite } from '#test/paypal-fixture.ts';
import type { Fault } from '#test/paypal-peer.ts';
import type { Notice } from '#test/paypal-peer-notices.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { GRACE } from './subscription-state.ts';

/* Months of a subscription, with PayPal's interface over HTTP: what is taken, what opens, what is told. */

const START = Date.UTC(2027, 5, 7, 12);
let site: PaidSite;
let reader: SignedInClient;
let id: string;
let made = 0;

beforeAll(async () => {
  site = await startPaidSite();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  made += 1;
  reader = await site.api.signedIn('free', { email: `life-${made}@example.org` });
  await site.keepSessions();
  id = await site.subscribed(reader);
});
afterEach(async () => {
  site.calm();
  site.peer.books.subscriptions.clear();
});
afterAll(() => site.stop());

const agreement = () => site.peer.books.get(id);
const shown = async () => (await site.stateOf(reader)).subscription;
const roleOf = async (client: SignedInClient) => (await client.get('/api/user')).body.role;
const mails = () => site.subjectsTo(reader.user.email ?? '');
const told = async (): Promise<void> => {
  for (const notice of site.peer.notices.about(id)) await site.tell(notice);
};
const lastNotice = () => site.peer.notices.all.at(-1) as Notice;

test('it renews month by month, without a word', async () => {
  for (let month = 1; month <= 4; month += 1) {
    await site.liveTo((agreement().nextBillingAt ?? 0) + 2 * HOUR);
    expect(agreement().payments.length).toBe(month + 1);
    expect(await shown()).toMatchObject({
      status: 'active',
      nextPaymentAt: new Date(agreement().nextBillingAt ?? 0).toISOString(),
    });
    expect([await site.opens(reader), await roleOf(reader)]).toEqual([true, 'subscriber']);
  }
  expect(await mails()).toEqual([]);
});

test('a payment that fails is told once, leaves eleven days, and heals when it goes through', async () => {
  const due = agreement().nextBillingAt ?? 0;
  site.peer.refusesPayments = true;
  site.passTo(due + HOUR);
  await told();
  expect(await shown()).toMatchObject({
    status: 'past_due',
    nextPaymentAt: null,
    accessUntil: new Date(due + GRACE).toISOString(),
  });
  for (const days of [1, 5, 10]) {
    await site.liveTo(due + days * DAY);
    await told();
    expect(await site.opens(reader)).toBe(true);
  }
  expect(await mails()).toEqual(['A payment to Stillwater did not go through']);
  // The payer has chosen another card, and PayPal's owner lets it go on.
  site.peer.refusesPayments = false;
  site.peer.books.resume(id);
  site.peer.books.charge(id);
  await site.tell(lastNotice());
  expect(await shown()).toMatchObject({ status: 'active' });
  await site.liveTo(due + 20 * DAY);
  expect(await site.opens(reader)).toBe(true);
});

test('a payment that never goes through ends it after eleven days, and stops the agreement', async () => {
  const due = agreement().nextBillingAt ?? 0;
  site.peer.refusesPayments = true;
  await site.liveTo(due + GRACE - HOUR);
  expect(await site.opens(reader)).toBe(true);
  // By the clock alone, whether or not anybody has looked.
  site.passTo(due + GRACE + MINUTE);
  expect([await site.opens(reader), await roleOf(reader)]).toEqual([false, 'free']);
  await site.liveTo(due + GRACE + DAY);
  expect([agreement().status, (await shown()).status]).toEqual(['CANCELLED', 'expired']);
  expect(await mails()).toEqual(['A payment to Stillwater did not go through']);
  site.peer.refusesPayments = false;
  id = await site.subscribed(reader);
  expect(await site.opens(reader)).toBe(true);
});

test('cancelling stops payments at once and closes on the day; nothing is taken meanwhile', async () => {
  const until = agreement().nextBillingAt ?? 0;
  const { body } = await reader.post('/api/subscription/cancel');
  expect(body).toMatchObject({
    status: 'cancelled',
    accessUntil: new Date(until).toISOString(),
    canUndo: true,
  });
  expect(agreement().status).toBe('SUSPENDED');
  expect(await mails()).toEqual(['Your Stillwater subscription is cancelled']);
  const again = await site.press(reader);
  expect([again.status, again.body.message]).toEqual([
    409,
    'What you have paid for is still open. You can take the cancellation back on your account page.',
  ]);
  await site.liveTo(until - HOUR);
  expect(await site.opens(reader)).toBe(true);
  site.passTo(until);
  expect([await site.opens(reader), await roleOf(reader)]).toEqual([false, 'free']);
  await site.liveTo(until + 2 * DAY);
  expect([agreement().status, agreement().payments.length]).toEqual(['CANCELLED', 1]);
  expect(await mails()).toEqual(['Your Stillwater subscription is cancelled']);
  expect((await reader.post('/api/subscription/resume')).status).toBe(409);
  id = await site.subscribed(reader);
  expect([await site.opens(reader), await roleOf(reader)]).toEqual([true, 'subscriber']);
});

test('a cancellation that is taken back goes on as before', async () => {
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

test('wishes reach PayPal though it is away, and no payment is taken after the last word', async () => {
  site.peer.fault('subscription.suspend', { status: 500 }, { times: 2 });
  expect((await reader.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  expect(agreement().status).toBe('ACTIVE');
  for (let minutes = 0; minutes < 3; minutes += 1) {
    site.passTo(Date.now() + MINUTE);
    await site.reconcile();
  }
  expect(agreement().status).toBe('SUSPENDED');
  // Both at once: whatever is written last is what PayPal is brought to.
  await Promise.all([reader.post('/api/subscription/resume'), reader.post('/api/subscription/cancel')]);
  site.passTo(Date.now() + MINUTE);
  await site.reconcile();
  const { wish } = await site.rowOf(id);
  expect(agreement().status).toBe(wish === 'pause' ? 'SUSPENDED' : 'ACTIVE');
});

const FAULTS: Fault[] = [{ status: 500 }, { status: 429 }, 'no answer', 'garbage', 'reset', 'lost'];

test.each(FAULTS)('a wish is carried out although PayPal answers %j', async (fault) => {
  const settled = async (status: string) => {
    for (let minutes = 0; minutes < 3; minutes += 1) {
      site.passTo(Date.now() + MINUTE);
      await site.reconcile();
    }
    expect(agreement().status).toBe(status);
  };
  site.peer.fault('subscription.suspend', fault);
  expect((await reader.post('/api/subscription/cancel')).body).toMatchObject({ status: 'cancelled' });
  await settled('SUSPENDED');
  site.peer.fault('subscription.activate', fault);
  expect((await reader.post('/api/subscription/resume')).status).toBe(200);
  await settled('ACTIVE');
  expect((await shown()).status).toBe('active');
  site.peer.fault('subscription.cancel', fault);
  site.peer.books.refund(id);
  await site.tell(lastNotice());
  expect(await site.opens(reader)).toBe(false);
  await settled('CANCELLED');
});

test('what is cancelled on PayPal’s side stays open until what is paid for ends', async () => {
  const until = agreement().nextBillingAt ?? 0;
  site.peer.books.cancel(id);
  await site.tell(lastNotice());
  expect(await shown()).toMatchObject({ status: 'cancelled', canUndo: false, nextPaymentAt: null });
  expect(await mails()).toEqual(['Your Stillwater subscription is cancelled']);
  await site.liveTo(until - HOUR);
  expect(await site.opens(reader)).toBe(true);
  site.passTo(until + HOUR);
  expect(await site.opens(reader)).toBe(false);
});

test.each([
  ['refund', 'refunded'],
  ['reverse', 'disputed'],
] as const)(
  'money that goes back (%s) closes at the next request and stops the agreement',
  async (how, status) => {
    // PayPal refuses at first: it is told until it has stopped.
    site.peer.fault('subscription.cancel', { status: 422 });
    site.peer.books[how](id);
    await site.tell(lastNotice());
    expect([await site.opens(reader), await roleOf(reader)]).toEqual([false, 'free']);
    expect((await shown()).status).toBe(status);
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

test('a part of the money that goes back closes nothing', async () => {
  site.peer.books.refund(id, '5.00');
  await site.tell(lastNotice());
  expect([await site.opens(reader), (await shown()).status, await mails()]).toEqual([true, 'active', []]);
});

test('an administrator stays one through all of it', async () => {
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
  await site.tell(lastNotice());
  await stays();
});

test('deleting the account stops the agreement, though PayPal is away at that moment', async () => {
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

test('a subscriber by hand is nobody’s business', async () => {
  const guest = await site.api.signedIn('subscriber');
  await site.keepSessions();
  await site.press(guest);
  await site.liveTo(START + 10 * DAY);
  expect([await roleOf(guest), await site.opens(guest)]).toEqual(['subscriber', true]);
});
