import { beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#platform/text/time-units.ts';
import { someone } from '#test/account-fixture.ts';
import type { CallKind, Fault } from '#test/paypal/paypal-peer.ts';
import type { PeerSubscription } from '#test/paypal/paypal-peer-books.ts';
import { setUpPaidSite, site } from '#test/paypal-fixture.ts';

/* From the checkout to access, with a PayPal peer over HTTP and its faults. */

setUpPaidSite();

beforeAll(async () => {
  site.peer.onSilence = site.endCalls;
});

test('a payment that PayPal confirms gives access at the next request, once', async () => {
  const reader = await site.api.signedIn('free');
  const id = await site.begin(reader);
  expect(await site.opens(reader)).toBe(false);
  site.peer.approve(id);
  const { status, body } = await site.report(reader, id);
  expect([status, body.status, body.isTest]).toEqual([200, 'active', false]);
  expect(Date.parse(body.nextPaymentAt)).toBe(site.peer.books.get(id).nextBillingAt);
  expect(await site.opens(reader)).toBe(true);
  // The page's call: the own name with an empty password returns the refreshed user.
  const { username } = reader.user;
  const refreshed = await reader.post('/api/login', { username, password: '' });
  expect([refreshed.status, refreshed.body.role]).toEqual([200, 'subscriber']);
  // A repeated report changes nothing.
  expect((await site.report(reader, id)).body).toEqual(body);
  expect((await site.rowsOf(reader.user.id)).length).toBe(1);
});

test('an approval that is confirmed late is pending, and gives access by itself', async () => {
  const reader = await site.api.signedIn('free');
  await site.keepSessions();
  const id = await site.begin(reader);
  site.peer.approvalTakes = 30 * MINUTE;
  site.peer.approve(id);
  const begun = Date.now();
  for (const minutes of [0, 10, 20, 29]) {
    site.passTo(begun + minutes * MINUTE);
    expect([(await site.report(reader, id)).status, await site.opens(reader)]).toEqual([202, false]);
    expect((await site.stateOf(reader)).subscription).toMatchObject({ status: 'pending', accessUntil: null });
    expect(await site.begin(reader)).toBe(id);
  }
  site.passTo(begun + 40 * MINUTE);
  await site.reconcile();
  expect(await site.opens(reader)).toBe(true);
  expect(site.peer.books.get(id).payments.length).toBe(1);
});

test('an approved, not yet active subscription is pending and cannot be paid again', async () => {
  const reader = await site.api.signedIn('free');
  const id = await site.begin(reader);
  site.peer.books.get(id).status = 'APPROVED';
  expect((await site.report(reader, id)).status).toBe(202);
  const again = await site.press(reader);
  expect([again.status, again.body.message]).toEqual([
    409,
    'We are confirming your payment. There is nothing more to pay.',
  ]);
  site.peer.books.activate(id);
  expect((await site.report(reader, id)).status).toBe(200);
});

test('an old checkout that was approved late is confirmed before another can be paid', async () => {
  const reader = await site.api.signedIn('free');
  await site.keepSessions();
  const first = await site.begin(reader);
  site.passTo(Date.now() + 4 * HOUR);
  const second = await site.begin(reader);
  expect(second).not.toBe(first);
  site.peer.books.get(first).status = 'APPROVED';
  expect((await site.report(reader, first)).status).toBe(202);
  site.passTo(Date.now() + 4 * HOUR);
  expect((await site.press(reader)).status).toBe(409);
  site.peer.books.activate(first);
  expect((await site.report(reader, first)).status).toBe(200);
  expect(await site.opens(reader)).toBe(true);
});

test('a payment whose tab was closed is activated by the reconciler, or by a webhook event', async () => {
  const [byReconciler, byEvent] = [await site.api.signedIn('free'), await site.api.signedIn('free')];
  const [first, second] = [await site.begin(byReconciler), await site.begin(byEvent)];
  site.peer.approve(first);
  site.peer.approve(second);
  const [notice] = site.peer.notices.about(second, 'BILLING.SUBSCRIPTION.ACTIVATED');
  expect(await site.tell(notice ?? { body: '' })).toBe(200);
  expect([await site.opens(byReconciler), await site.opens(byEvent)]).toEqual([false, true]);
  await site.keepSessions();
  site.passTo(Date.now() + 2 * MINUTE);
  await site.reconcile();
  expect(await site.opens(byReconciler)).toBe(true);
});

const NOT_OURS: [string, (at: PeerSubscription) => void][] = [
  ['another plan', (at) => Object.assign(at, { planId: 'P-OF-SOMETHING-ELSE' })],
  ['two of it', (at) => Object.assign(at, { quantity: '2' })],
  ['an overridden plan', (at) => Object.assign(at, { planOverridden: true })],
  ['another amount', ({ payments }) => Object.assign(payments[0] ?? {}, { value: '0.01' })],
  ['another currency', ({ payments }) => Object.assign(payments[0] ?? {}, { currency: 'MXN' })],
  ['another reference', (at) => Object.assign(at, { customId: 'somebody-elses' })],
];

test.each(NOT_OURS)('%s gives no access, and is cancelled at PayPal', async (_name, change) => {
  const reader = await site.api.signedIn('free', { email: `foreign-${Math.random()}@example.org` });
  const id = await site.begin(reader);
  site.peer.approve(id);
  change(site.peer.books.get(id));
  expect((await site.report(reader, id)).status).toBe(409);
  await site.reconcile();
  expect([await site.opens(reader), site.peer.books.get(id).status]).toEqual([false, 'CANCELLED']);
  expect((await site.stateOf(reader)).subscription).toMatchObject({ status: 'refused', accessUntil: null });
  expect(await site.subjectsTo(reader.user.email ?? '')).toEqual([
    'We could not accept your payment to Stillwater',
  ]);
  for (const notice of site.peer.notices.about(id)) expect(await site.tell(notice)).toBe(200);
  expect(await site.opens(reader)).toBe(false);
  // The reader can subscribe again.
  await site.subscribed(reader);
  expect(await site.opens(reader)).toBe(true);
});

test('another reader’s subscription gives no access and is not disclosed', async () => {
  const [payer, other] = [await site.api.signedIn('free'), await site.api.signedIn('free')];
  const id = await site.subscribed(payer);
  for (const stranger of [other, someone(site.api)])
    expect([(await site.report(stranger, id)).status, await site.opens(stranger)]).toEqual([404, false]);
  expect(await site.opens(payer)).toBe(true);
});

test('a foreign subscription with our reference gives nobody access', async () => {
  const reader = await site.api.signedIn('free');
  const id = await site.subscribed(reader);
  const { reference } = await site.rowOf(id);
  await site.keepSessions();
  await reader.post('/api/subscription/cancel');
  const until = Date.parse((await site.stateOf(reader)).subscription.accessUntil);
  site.passTo(until - HOUR);
  site.peer.books.plans.push({ ...site.peer.books.plans[0], id: 'P-CHEAP' });
  const forged = site.peer.books.create('P-CHEAP', reference).id;
  site.peer.books.activate(forged);
  expect((await site.report(reader, forged)).status).toBe(404);
  for (const notice of site.peer.notices.about(forged)) expect(await site.tell(notice)).toBe(200);
  expect((await site.rowOf(id)).reference).toBe(reference);
  site.passTo(until + HOUR);
  await site.reconcile();
  expect(await site.opens(reader)).toBe(false);
});

test('of two accounts that report one browser’s payment at once, one gets it', async () => {
  const visitor = someone(site.api);
  const id = await site.begin(visitor);
  site.peer.approve(id);
  const both = [await site.api.signedIn('free'), await site.api.signedIn('free')];
  for (const client of both)
    client.cookies.set('stillwater_checkout', visitor.cookies.get('stillwater_checkout') ?? '');
  const answers = await Promise.all(both.map((client) => site.report(client, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const roles = await Promise.all(both.map(async (client) => (await client.get('/api/user')).body.role));
  expect(roles.sort()).toEqual(['free', 'subscriber']);
  expect(site.peer.books.get(id).payments.length).toBe(1);
});

test('concurrent presses on two nodes make one agreement', async () => {
  const reader = await site.api.signedIn('free');
  const elsewhere = site.at(await site.anotherNode(), reader);
  const ids = await Promise.all([reader, elsewhere, reader, elsewhere].map((tab) => site.begin(tab)));
  expect(new Set(ids).size).toBe(1);
  site.peer.approve(ids[0] ?? '');
  const answers = await Promise.all(
    [reader, elsewhere, reader, elsewhere].map((tab) => site.report(tab, ids[0] ?? '')),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await site.rowsOf(reader.user.id)).length).toBe(1);
});

test('checkouts are limited per network and hour', async () => {
  const at = (address: string) => site.api.visitor(address);
  for (let made = 1; made <= 30; made += 1) await site.begin(at(`2001:db8:0:7::${made}`));
  const refused = await site.press(at('2001:db8:0:7:ffff::1'));
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await site.press(at('2001:db8:0:8::1'))).status).toBe(201);
});

const CALLS: CallKind[] = ['token', 'subscription.create', 'subscription.read', 'subscription.transactions'];
const FAULTS: Fault[] = [{ status: 500 }, { status: 429 }, 'no answer', 'garbage', 'reset', 'lost'];
/** Number of faults so far. Each has an hour of its own, because a 429 stops the calls after it. */
let faults = 0;

test.each(CALLS)(
  'after any fault of %s, a payer gets access without help',
  { timeout: 90_000 },
  async (kind) => {
    for (const fault of FAULTS) {
      const reader = await site.api.signedIn('free');
      await site.keepSessions();
      site.passTo(Date.now() + ++faults * HOUR);
      site.peer.forgetTokens();
      site.peer.fault(kind, fault);
      const pressed = await site.press(reader);
      expect([201, 503]).toContain(pressed.status);
      site.passTo(Date.now() + MINUTE);
      const id = pressed.status === 201 ? pressed.body.subscriptionId : await site.begin(reader);
      site.peer.approve(id);
      site.peer.heal();
      site.peer.fault(kind, fault, { times: 2 });
      site.peer.forgetTokens();
      const reported = await site.report(reader, id);
      expect([200, 202]).toContain(reported.status);
      expect(await site.opens(reader)).toBe(reported.status === 200);
      for (let minutes = 0; minutes < 4; minutes += 1) {
        site.passTo(Date.now() + MINUTE);
        await site.reconcile();
      }
      expect({ fault, opens: await site.opens(reader) }).toEqual({ fault, opens: true });
      expect((await site.rowsOf(reader.user.id)).length).toBe(1);
      const agreements = [...site.peer.books.subscriptions.values()];
      const { reference } = await site.rowOf(id);
      expect(agreements.filter(({ customId }) => customId === reference).length).toBe(1);
      site.calm();
    }
  },
);

test('an event finds the checkout whose id a crash has lost by its reference, and no other', async () => {
  const [reader, other] = [await site.api.signedIn('free'), await site.api.signedIn('free')];
  const id = await site.begin(reader);
  const others = await site.rowOf(await site.begin(other));
  const { id: row } = await site.rowOf(id);
  const lost = { provider_id: null, approve_url: null };
  await site.db.updateTable('subscriptions').set(lost).where('id', '=', row).execute();
  site.peer.approve(id);
  for (const notice of site.peer.notices.about(id)) expect(await site.tell(notice)).toBe(200);
  await site.reconcile();
  expect(await site.rowOf(id)).toMatchObject({ id: row, status: 'active' });
  expect([await site.opens(reader), await site.opens(other)]).toEqual([true, false]);
  expect(await site.rowsOf(other.user.id)).toMatchObject([{ provider_id: others.provider_id }]);
});

test('a crash between any two steps of a payment loses nothing', { timeout: 60_000 }, async () => {
  let killed = true;
  for (let step = 0; killed; step += 1) {
    const reader = await site.api.signedIn('free');
    await site.keepSessions();
    site.provider.crashAt(step);
    const first = await site.press(reader);
    if (first.status === 201) {
      site.peer.approve(first.body.subscriptionId);
      await site.report(reader, first.body.subscriptionId);
    }
    killed = site.provider.calm();
    expect(step === 0 ? killed : true).toBe(true);
    // After a restart, the reader presses again only if the first press failed.
    const after = site.at(await site.anotherNode(), reader);
    const id = first.status === 201 ? first.body.subscriptionId : await site.begin(after);
    if (first.status !== 201) site.peer.approve(id);
    site.passTo(Date.now() + 3 * MINUTE);
    await site.reconcile();
    expect({ step, opens: await site.opens(after) }).toEqual({ step, opens: true });
    const rows = await site.rowsOf(reader.user.id);
    expect(rows.map(({ provider_id }) => provider_id)).toEqual([id]);
    const made = [...site.peer.books.subscriptions.values()];
    expect(made.filter(({ customId }) => customId === rows[0]?.reference).length).toBe(1);
    site.calm();
  }
});
