import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { anAccount, GOOD_PASSWORD, someone } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { startTestApi, type TestClient } from '#test/test-api.ts';
import { NO_PAYMENTS } from './checkout/payment-setup.ts';
import { SandboxProvider } from './sandbox-provider.ts';
import { Reconciler } from './state/reconciler.ts';
import { GRACE_PERIOD } from './state/subscription-state.ts';

/* A subscription from checkout to end with the sandbox provider, over HTTP. */

const MEDIA = 'https://video.example/locked.mp4';

const api = setUpApi();

let droplet: string;

beforeAll(async () => {
  const oceans = [
    anOcean({
      waves: [aWave({ droplets: [aDroplet({ accessType: 'premium', isSample: false, mediaUrl: MEDIA })] })],
    }),
  ];
  await insertOceans(api.database.db, oceans);
  const { id } = await api.database.db.selectFrom('droplets').select('id').executeTakeFirstOrThrow();
  droplet = `/api/droplets/${id}`;
});
afterEach(() => vi.useRealTimers());

const opens = async (client: TestClient) => (await client.get(droplet)).body.mediaUrl === MEDIA;
const stateOf = async (client: TestClient) => (await client.get('/api/subscription')).body;
const rowsOf = (userId: number) =>
  api.database.db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute();

async function begin(client: TestClient, email?: string): Promise<string> {
  const { status, body } = await client.post('/api/subscription/checkout', email ? { email } : {});
  expect(status).toBe(201);
  return body.subscriptionId;
}
const approve = (client: TestClient, id: string) => client.post(`/api/sandbox-payments/${id}/approve`);
const report = (client: TestClient, id: string, more: object = {}) =>
  client.post('/api/subscribe', { subscriptionId: id, ...more });

async function subscribed(client: TestClient, email?: string): Promise<string> {
  const id = await begin(client, email);
  expect((await approve(client, id)).status).toBe(204);
  expect((await report(client, id)).status).toBe(200);
  return id;
}

/** Moves the clock; timers stay real. */
function atTime(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
}

/** Extends all sessions, so that they survive moved clocks. */
async function keepSessions(): Promise<void> {
  const later = Date.now() + 400 * DAY;
  await api.database.db.updateTable('sessions').set({ created_at: later, last_seen_at: later }).execute();
}

/** Runs the reconciler once. */
async function reconcile(): Promise<void> {
  const { db } = api.database;
  const warnings: unknown[] = [];
  const setup = { db, provider: new SandboxProvider(db), publicUrl: () => 'http://localhost:3000' };
  await new Reconciler(setup, { warn: (details) => warnings.push(details) }).reconcileDue();
  expect(warnings).toEqual([]);
}

test('locked content opens at the first request after a payment', async () => {
  const reader = await api.signedIn('free');
  expect(await opens(reader)).toBe(false);
  const id = await begin(reader);
  await approve(reader, id);
  expect(await opens(reader)).toBe(false);
  const { status, body } = await report(reader, id, { status: 'APPROVED', email: 'x@example.org' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'active', canUndo: false, isTest: true });
  expect(await opens(reader)).toBe(true);
  expect((await reader.get('/api/user')).body.role).toBe('subscriber');
  expect((await rowsOf(reader.user.id)).length).toBe(1);
});

test('a report needs no address: an account may have none', async () => {
  const reader = await api.signedIn('free');
  const id = await begin(reader);
  await approve(reader, id);
  expect((await report(reader, id, { status: null, email: null })).status).toBe(200);
});

test('reporting an unapproved payment gives no access', async () => {
  const reader = await api.signedIn('free');
  const id = await begin(reader);
  const { status, body } = await report(reader, id, { status: 'ACTIVE' });
  expect([status, body.status]).toEqual([202, 'pending']);
  expect(await opens(reader)).toBe(false);
  expect((await reader.get('/api/user')).body.role).toBe('free');
});

test('another reader’s payment gives no access and is not disclosed', async () => {
  const [payer, other] = [await api.signedIn('free'), await api.signedIn('free')];
  const id = await begin(payer);
  await approve(payer, id);
  expect((await report(other, id)).status).toBe(404);
  expect((await report(await someone(api), id)).status).toBe(404);
  expect(await opens(other)).toBe(false);
  expect((await report(payer, id)).status).toBe(200);
});

test('repeated presses, also in two tabs, make one checkout', async () => {
  const reader = await api.signedIn('free');
  const [a, b] = await Promise.all([begin(reader), begin(reader)]);
  expect(b).toBe(a);
  expect(await begin(reader)).toBe(a);
  await approve(reader, a);
  const again = await reader.post('/api/subscription/checkout', {});
  expect([again.status, again.body.message]).toEqual([409, 'You already have a subscription.']);
  // The second checkout has reconciled the first.
  expect(await opens(reader)).toBe(true);
});

test('a cancellation leaves the paid time open, and can be undone until it ends', async () => {
  const reader = await api.signedIn('free');
  await subscribed(reader);
  const { accessUntil, nextPaymentAt } = (await stateOf(reader)).subscription;
  expect(nextPaymentAt).toBe(accessUntil);

  const cancelled = await reader.post('/api/subscription/cancel');
  expect(cancelled.body).toMatchObject({
    status: 'cancelled',
    accessUntil,
    nextPaymentAt: null,
    canUndo: true,
  });
  expect((await reader.post('/api/subscription/cancel')).status).toBe(200);
  expect(await opens(reader)).toBe(true);

  const resumed = await reader.post('/api/subscription/resume');
  expect(resumed.body).toMatchObject({ status: 'active', accessUntil, nextPaymentAt, canUndo: false });
  expect((await reader.post('/api/subscription/resume')).status).toBe(200);

  await reader.post('/api/subscription/cancel');
  await keepSessions();
  atTime(Date.parse(accessUntil) - 1000);
  expect(await opens(reader)).toBe(true);
  atTime(Date.parse(accessUntil));
  expect(await opens(reader)).toBe(false);
  expect((await reader.get('/api/user')).body.role).toBe('free');
  expect((await stateOf(reader)).subscription).toMatchObject({ status: 'expired', accessUntil: null });
  expect((await reader.post('/api/subscription/resume')).status).toBe(409);
  // The reader can subscribe again.
  await subscribed(reader);
  expect(await opens(reader)).toBe(true);
});

test('a subscription renews every month until it is cancelled', async () => {
  const reader = await api.signedIn('free');
  await subscribed(reader);
  const { nextPaymentAt } = (await stateOf(reader)).subscription;
  await keepSessions();
  // Within the grace period, before any reconciliation.
  atTime(Date.parse(nextPaymentAt) + GRACE_PERIOD - DAY);
  expect(await opens(reader)).toBe(true);
  await reconcile();
  const later = (await stateOf(reader)).subscription;
  expect(later.status).toBe('active');
  expect(Date.parse(later.nextPaymentAt)).toBeGreaterThan(Date.parse(nextPaymentAt));
});

test('the reconciler activates a payment whose tab was closed', async () => {
  const reader = await api.signedIn('free');
  const id = await begin(reader);
  await approve(reader, id);
  await keepSessions();
  atTime(Date.now() + 2 * MINUTE);
  await reconcile();
  expect(await opens(reader)).toBe(true);
});

test('a visitor’s payment opens content in that browser, and for the account registered there', async () => {
  const visitor = await someone(api);
  await subscribed(visitor, 'payer@example.org');
  expect(await opens(visitor)).toBe(true);
  expect(await stateOf(visitor)).toMatchObject({ waitsForAccount: true, subscription: { status: 'active' } });
  expect((await visitor.get('/api/user')).status).toBe(401);
  expect((await visitor.get('/api/favorites')).status).toBe(401);
  const other = await someone(api);
  expect(await opens(other)).toBe(false);

  const registered = await visitor.send('POST', '/api/register', anAccount());
  expect(registered.body.role).toBe('subscriber');
  expect(await opens(visitor)).toBe(true);
  expect((await rowsOf(registered.body.id)).length).toBe(1);
  await visitor.post('/api/logout');
  expect(await opens(visitor)).toBe(false);
});

test('a visitor’s payment goes only to the account that proves the address', async () => {
  const visitor = await someone(api);
  const email = 'proven@example.org';
  await subscribed(visitor, email);
  // A stranger registers the address without proving it.
  const thief = api.visitor();
  const { body: taken } = await thief.send('POST', '/api/register', anAccount({ email }));
  expect(taken.role).toBe('free');
  expect(await opens(thief)).toBe(false);
  await api.database.db
    .updateTable('users')
    .set({ email_verified_at: Date.now() })
    .where('id', '=', taken.id)
    .execute();
  const again = api.visitor();
  const { body } = await again.send('POST', '/api/login', {
    username: taken.username,
    password: GOOD_PASSWORD,
  });
  expect(body.role).toBe('subscriber');
  // The browser that paid keeps its access.
  expect(await opens(visitor)).toBe(true);
});

test('payments never change the role of an administrator', async () => {
  const admin = await api.signedIn('admin');
  await subscribed(admin);
  expect((await admin.get('/api/user')).body.role).toBe('admin');
  await admin.post('/api/subscription/cancel');
  expect((await admin.get('/api/user')).body.role).toBe('admin');
});

test('deleting an account ends its subscription at the provider', async () => {
  const reader = await api.signedIn('free');
  const id = await subscribed(reader);
  await api.database.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', reader.user.id)
    .execute();
  expect((await reader.delete('/api/user', {})).status).toBe(204);
  await reconcile();
  const at = await api.database.db
    .selectFrom('sandbox_subscriptions')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(at?.state).toBe('cancelled');
  const row = await api.database.db
    .selectFrom('subscriptions')
    .select(['user_id', 'email_key', 'browser_hash'])
    .where('provider_id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ user_id: null, email_key: null, browser_hash: null });
});

test('without a session a cancellation asks for a login', async () => {
  const reader = await api.signedIn('free');
  await subscribed(reader);
  const answer = await api.visitor().post('/api/subscription/cancel');
  expect([answer.status, answer.body.code]).toEqual([401, 'not-signed-in']);
  expect((await reader.post('/api/subscription/cancel')).status).toBe(200);
});

test('the download of one’s own data has one’s own subscriptions, each with its payments', async () => {
  await subscribed(await api.signedIn('free'));
  const reader = await api.signedIn('free');
  const ended = await subscribed(reader);
  await api.database.db
    .updateTable('subscriptions')
    .set({ status: 'expired', access_until: null, next_check_at: null })
    .where('provider_id', '=', ended)
    .execute();
  const id = await subscribed(reader);
  const { subscriptions } = (await reader.get('/api/user/data')).body;
  const payments = [{ cents: 2000, currency: 'USD', status: 'completed' }];
  expect(subscriptions).toMatchObject([
    { providerId: ended, status: 'expired', payments },
    { providerId: id, status: 'active', payments },
  ]);
});

test('without payments the API says so and serves no sandbox', async () => {
  const closed = await startTestApi({ payments: () => NO_PAYMENTS });
  try {
    const reader = await closed.signedIn('free');
    expect((await reader.get('/api/subscription')).body.payments).toEqual({ provider: 'off' });
    expect((await reader.post('/api/subscription/checkout', {})).status).toBe(503);
    expect((await reader.post('/api/sandbox-payments/TEST-1/approve')).status).toBe(404);
  } finally {
    await closed.stop();
  }
});
