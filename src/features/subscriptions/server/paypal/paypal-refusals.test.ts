import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import type { CallKind } from '#test/paypal/paypal-peer.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';

/* Calls that PayPal refuses: permanently, temporarily, or because of too many calls. */

const START = Date.UTC(2027, 5, 7, 12);
setUpPaidSite();

let reader: SignedInClient;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  reader = await site.api.signedIn('free');
  await site.keepSessions();
  site.peer.calls.length = 0;
});
afterEach(() => site.peer.books.subscriptions.clear());

const count = (kind: CallKind) => site.peer.calls.filter((call) => call === kind).length;
const subscription = async () => (await site.stateOf(reader)).subscription;
test('a closed PayPal account is asked once to cancel, and never again', async () => {
  const id = await site.subscribed(reader);
  site.peer.fault('subscription.cancel', { status: 422, issue: 'USER_ACCOUNT_CLOSED' }, { times: 1000 });
  site.peer.books.refund(id);
  await site.tell(site.peer.notices.all.at(-1) ?? { body: '' });
  await site.liveMinutes(30);
  expect(count('subscription.cancel')).toBe(1);
  expect(await site.rowOf(id)).toMatchObject({ status: 'refunded', next_check_at: null });
  expect(await site.opens(reader)).toBe(false);
});

test('a call with another refusal is retried with a growing backoff', async () => {
  const id = await site.subscribed(reader);
  site.peer.fault(
    'subscription.suspend',
    { status: 422, issue: 'SUBSCRIPTION_STATUS_INVALID' },
    { times: 9 },
  );
  await reader.post('/api/subscription/cancel');
  await site.liveMinutes(60);
  expect(count('subscription.suspend')).toBeLessThan(9);
  expect(count('subscription.suspend')).toBeGreaterThan(3);
  site.peer.heal();
  vi.setSystemTime(Date.now() + 6 * HOUR);
  await site.reconcile();
  expect(site.peer.books.get(id).status).toBe('SUSPENDED');
  expect((await site.rowOf(id)).action_failures).toBe(0);
});

test.each(['CANCELLED', 'EXPIRED'] as const)(
  'a checkout that is %s at PayPal with nothing paid is answered finally, not with “pending”',
  async (status) => {
    const id = await site.begin(reader);
    site.peer.books.get(id).status = status;
    const { status: code, body } = await site.report(reader, id);
    expect([code, body.code]).toEqual([409, 'payment-void']);
    expect(body.message).toContain('You were not charged');
    expect(await site.rowOf(id)).toMatchObject({ status: 'abandoned', next_check_at: null });
    expect(await site.begin(reader)).not.toBe(id);
  },
);

test('one subscription causes a limited number of calls, and none of its changes is lost', async () => {
  const id = await site.subscribed(reader);
  const [notice] = site.peer.notices.about(id);
  for (let sent = 0; sent < 130; sent += 1) expect(await site.tell(notice ?? { body: '' })).toBe(200);
  expect(count('subscription.read')).toBeLessThanOrEqual(120);
  site.peer.books.cancel(id);
  await site.tell(site.peer.notices.all.at(-1) ?? { body: '' });
  expect((await subscription()).status).toBe('active');
  await site.liveMinutes(65);
  expect((await subscription()).status).toBe('cancelled');
});

test('an undone cancellation that PayPal would charge early is taken back, with the date', async () => {
  const id = await site.subscribed(reader);
  const agreement = site.peer.books.get(id);
  const due = agreement.nextBillingAt ?? 0;
  await reader.post('/api/subscription/cancel');
  agreement.billsOnResume = true;
  const resumed = await reader.post('/api/subscription/resume');
  expect([resumed.status, resumed.body.code]).toEqual([409, 'too-late-to-resume']);
  expect(resumed.body.message).toContain('You keep full access until July 7, 2027.');
  expect(agreement.status).toBe('SUSPENDED');
  expect(await subscription()).toMatchObject({
    status: 'cancelled',
    accessUntil: new Date(due).toISOString(),
  });
  await site.liveTo(due + DAY);
  expect([agreement.status, agreement.payments.length]).toEqual(['CANCELLED', 1]);
});

test('a crash after resuming still leads to the suspension', async () => {
  const id = await site.subscribed(reader);
  await reader.post('/api/subscription/cancel');
  Object.assign(site.peer.books.get(id), { billsOnResume: true });
  // Crashes after the third call, which resumes: read, read, resume.
  site.provider.crashAt(3);
  expect((await reader.post('/api/subscription/resume')).status).toBe(500);
  expect([site.provider.calm(), site.peer.books.get(id).status]).toEqual([true, 'ACTIVE']);
  await site.liveMinutes(3);
  expect(site.peer.books.get(id).status).toBe('SUSPENDED');
  expect((await subscription()).status).toBe('cancelled');
});

test('an undone cancellation that PayPal refuses for good is not tried again', async () => {
  const id = await site.subscribed(reader);
  await reader.post('/api/subscription/cancel');
  const fault = { status: 422, issue: 'SUBSCRIPTION_CANNOT_BE_ACTIVATED' } as const;
  site.peer.fault('subscription.activate', fault, { times: 100 });
  for (let pressed = 0; pressed < 2; pressed += 1) {
    const { status, body } = await reader.post('/api/subscription/resume');
    expect([status, body.code]).toEqual([409, 'too-late-to-resume']);
  }
  await site.liveTo(START + 10 * DAY);
  expect(count('subscription.activate')).toBe(1);
  expect(await subscription()).toMatchObject({ status: 'cancelled', canUndo: false });
  expect(site.peer.books.get(id).status).toBe('SUSPENDED');
});

test('undoing a cancellation does not take back a suspension after a failed payment', async () => {
  const id = await site.subscribed(reader);
  await reader.post('/api/subscription/cancel');
  site.peer.books.get(id).failedPayments = 1;
  const asked = site.peer.calls.length;
  await reader.post('/api/subscription/resume');
  expect(site.peer.calls.slice(asked)).not.toContain('subscription.activate');
  expect(site.peer.books.get(id).status).toBe('SUSPENDED');
});

test('a subscription that is being stopped cannot be canceled: that would let it be undone', async () => {
  const id = await site.subscribed(reader);
  await site.db.updateTable('subscriptions').set({ wish: 'stop' }).where('provider_id', '=', id).execute();
  expect((await reader.post('/api/subscription/cancel')).body.code).toBe('nothing-to-cancel');
  expect((await site.rowOf(id)).wish).toBe('stop');
});

test('a first payment that fails can be canceled, and is not tried again', async () => {
  const id = await site.begin(reader);
  const agreement = site.peer.books.get(id);
  Object.assign(agreement, { status: 'ACTIVE', nextBillingAt: START });
  site.peer.books.failPayment(id);
  vi.setSystemTime(START + HOUR);
  await site.report(reader, id);
  expect(await subscription()).toMatchObject({ status: 'past_due', accessUntil: null });
  const { status, body } = await reader.post('/api/subscription/cancel');
  expect([status, body.status, agreement.status]).toEqual([200, 'expired', 'SUSPENDED']);
  await site.liveTo(START + 12 * DAY);
  expect([agreement.status, agreement.payments.length]).toEqual(['CANCELLED', 0]);
  await site.subscribed(reader);
  expect(await site.opens(reader)).toBe(true);
});

test.each(['after', 'before'])(
  'a cancellation that is final at PayPal cannot be undone %s its webhook event arrives',
  async (when) => {
    const id = await site.subscribed(reader);
    const { accessUntil } = (await reader.post('/api/subscription/cancel')).body;
    // The payer ends the suspended agreement on PayPal's own page.
    site.peer.books.cancel(id);
    if (when === 'after') {
      await site.tell(site.peer.notices.all.at(-1) ?? { body: '' });
      expect(await subscription()).toMatchObject({ status: 'cancelled', accessUntil, canUndo: false });
    }
    const resumed = await reader.post('/api/subscription/resume');
    expect([resumed.status, resumed.body.code]).toEqual([409, 'too-late-to-resume']);
    expect(resumed.body.message).toContain('This cancellation can no longer be undone.');
    expect(await subscription()).toMatchObject({ status: 'cancelled', accessUntil, canUndo: false });
    // Nothing can be undone, so the reader may subscribe again.
    await site.subscribed(reader);
    expect(await subscription()).toMatchObject({ status: 'active' });
  },
);

test('a 429 without Retry-After stops the checks of all other subscriptions for a moment', async () => {
  const ids: string[] = [];
  while (ids.length < 8) ids.push(await site.subscribed(await site.api.signedIn('free')));
  site.passTo(Date.now() + 2 * DAY);
  const before = count('subscription.read');
  site.peer.fault('subscription.read', { status: 429 }, { times: 1000 });
  await site.reconcile();
  expect(count('subscription.read')).toBe(before + 1);
  site.peer.heal();
  await site.liveMinutes(3);
  for (const id of ids) expect(await site.rowOf(id)).toMatchObject({ failed_checks: 0 });
});

test('PayPal’s Retry-After stops all calls until then', async () => {
  const id = await site.begin(reader);
  site.peer.approve(id);
  site.peer.fault('subscription.read', { status: 429, retryAfter: '600' });
  expect((await site.report(reader, id)).status).toBe(202);
  const before = site.peer.calls.length;
  expect((await site.report(reader, id)).status).toBe(202);
  await site.liveMinutes(9);
  expect(site.peer.calls.length).toBe(before);
  const other = await site.api.signedIn('free');
  await site.keepSessions();
  const pressed = await site.press(other);
  expect([pressed.status, Number(pressed.headers['retry-after'])]).toEqual([503, 60]);
  await site.liveMinutes(12);
  expect(await site.opens(reader)).toBe(true);
});
