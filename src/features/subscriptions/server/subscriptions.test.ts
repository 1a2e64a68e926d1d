import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { insertOceans } from '#features/catalogue/server/insert-oceans.ts';
import { anAccount, GOOD_PASSWORD, someone } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave } from '#test/catalogue-fixture.ts';
import { startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { NO_PAYMENTS } from './payment-setup.ts';
import { Reconciler } from './reconciler.ts';
import { SandboxProvider } from './sandbox-provider.ts';
import { GRACE } from './subscription-state.ts';
import { sweepSubscriptions } from './sweep.ts';

/* The whole life of a subscription with the sandbox: what a person presses, and what opens. */

const DAY = 24 * 60 * 60_000;
const MEDIA = 'https://video.example/locked.mp4';

let api: TestApi;
let droplet: string;

beforeAll(async () => {
  api = await startTestApi();
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
afterAll(() => api.stop());

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

/** The clock that the program reads; timers go on as they are. */
function atTime(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
}

/** Sessions that outlive the leaps of the clock. */
async function keepSessions(): Promise<void> {
  const later = Date.now() + 400 * DAY;
  await api.database.db.updateTable('sessions').set({ created_at: later, last_seen_at: later }).execute();
}

/** What the program does by itself every few seconds. */
async function reconcile(): Promise<void> {
  const { db } = api.database;
  const warnings: unknown[] = [];
  const setup = { db, provider: new SandboxProvider(db), publicUrl: () => 'http://localhost:3000' };
  await new Reconciler(setup, { warn: (details) => warnings.push(details) }).settle();
  expect(warnings).toEqual([]);
}

test('a free reader pays, and what was locked opens at the next request', async () => {
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

test('a browser that reports what was never approved gets nothing', async () => {
  const reader = await api.signedIn('free');
  const id = await begin(reader);
  const { status, body } = await report(reader, id, { status: 'ACTIVE' });
  expect([status, body.status]).toEqual([202, 'pending']);
  expect(await opens(reader)).toBe(false);
  expect((await reader.get('/api/user')).body.role).toBe('free');
});

test('somebody else’s payment opens nothing, and is not told of', async () => {
  const [payer, other] = [await api.signedIn('free'), await api.signedIn('free')];
  const id = await begin(payer);
  await approve(payer, id);
  expect((await report(other, id)).status).toBe(404);
  expect((await report(await someone(api), id)).status).toBe(404);
  expect(await opens(other)).toBe(false);
  expect((await report(payer, id)).status).toBe(200);
});

test('pressing twice, in two tabs or again after a while, is one checkout', async () => {
  const reader = await api.signedIn('free');
  const [a, b] = await Promise.all([begin(reader), begin(reader)]);
  expect(b).toBe(a);
  expect(await begin(reader)).toBe(a);
  await approve(reader, a);
  const again = await reader.post('/api/subscription/checkout', {});
  expect([again.status, again.body.message]).toEqual([409, 'You have a subscription already.']);
  // That question alone has already settled it.
  expect(await opens(reader)).toBe(true);
});

test('cancelling keeps what is paid for, can be taken back until then, and ends by itself', async () => {
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
  // Never a dead end: one may subscribe again.
  await subscribed(reader);
  expect(await opens(reader)).toBe(true);
});

test('a subscription that nobody cancels goes on from month to month', async () => {
  const reader = await api.signedIn('free');
  await subscribed(reader);
  const { nextPaymentAt } = (await stateOf(reader)).subscription;
  await keepSessions();
  // The provider cannot be asked at the minute: nobody is locked out for that.
  atTime(Date.parse(nextPaymentAt) + GRACE - DAY);
  expect(await opens(reader)).toBe(true);
  await reconcile();
  const later = (await stateOf(reader)).subscription;
  expect(later.status).toBe('active');
  expect(Date.parse(later.nextPaymentAt)).toBeGreaterThan(Date.parse(nextPaymentAt));
});

test('a closed tab after paying is repaired without anybody’s help', async () => {
  const reader = await api.signedIn('free');
  const id = await begin(reader);
  await approve(reader, id);
  await keepSessions();
  atTime(Date.now() + 2 * 60_000);
  await reconcile();
  expect(await opens(reader)).toBe(true);
});

test('a visitor’s payment opens for their browser at once, and for the account they make there', async () => {
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

test('a visitor’s payment goes to the account that proves the address, and to no other', async () => {
  const visitor = await someone(api);
  const email = 'proven@example.org';
  await subscribed(visitor, email);
  // Somebody registers the address without proving it, elsewhere.
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
  // The browser that paid is not locked out by it.
  expect(await opens(visitor)).toBe(true);
});

test('an administrator stays one, whatever is paid or ends', async () => {
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

test('one’s own data names the subscription and its payments', async () => {
  const reader = await api.signedIn('free');
  const id = await subscribed(reader);
  const { subscriptions } = (await reader.get('/api/user/data')).body;
  expect(subscriptions).toMatchObject([
    { providerId: id, status: 'active', payments: [{ cents: 2000, currency: 'USD', status: 'completed' }] },
  ]);
});

test('where no payment is taken it is said so, and nothing of the sandbox is there', async () => {
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

test('what came to nothing is forgotten after a month, and what was paid never', async () => {
  const [hesitant, payer] = [await api.signedIn('free'), await api.signedIn('free')];
  await begin(hesitant);
  await subscribed(payer);
  await keepSessions();
  atTime(Date.now() + 4 * DAY);
  await reconcile();
  atTime(Date.now() + 31 * DAY);
  await sweepSubscriptions(api.database.db);
  expect(await rowsOf(hesitant.user.id)).toEqual([]);
  expect((await rowsOf(payer.user.id)).length).toBe(1);
});
