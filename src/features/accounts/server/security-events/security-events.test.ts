import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { SECURITY_EVENT_KINDS } from '#features/audit-log/contract/security-event-kinds.ts';
import { SECURITY_EVENTS_KEPT } from '#features/audit-log/server/security-events/record-security-event.ts';
import { changeAccess } from '#features/signups/server/signup-list.ts';
import { syncRole } from '#features/subscriptions/server/state/sync-role.ts';
import { anAccount, GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { PasskeyPeer } from '#test/authenticator-peer.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type TestClient } from '#test/test-api.ts';
import { setDisabled } from '../account/disable-account.ts';
import { createOrPromoteAdmin } from '../first-admin.ts';
import { resetSecondFactor } from '../second-factor/second-factor.ts';
import { ACCOUNT_SWEEPS } from '../sweep.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const currentPassword = GOOD_PASSWORD;
const seen = new Set<string>();

const api = setUpApi();

const db = () => api.database.db;

/** An account's events, the oldest first, as kind and detail. */
async function eventsOf(userId: number): Promise<string[]> {
  const rows = await db()
    .selectFrom('security_events')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  for (const { kind } of rows) seen.add(kind);
  return rows.map(({ kind, detail }) => (detail === null ? kind : `${kind}: ${detail}`));
}

const login = (client: TestClient, username: string, more: object = {}) =>
  client.send('POST', '/api/login', { username, password: GOOD_PASSWORD, ...more });

test('logins, failures and the ends of sessions are stored', async () => {
  const { client, user, username } = await registered(api);
  await client.post('/api/logout');
  await client.post('/api/logout');
  await login(someone(api), username, { password: 'Not-the-one-1' });
  await login(client, username);
  await login(someone(api), username);
  const { body: sessions } = await client.get('/api/user/sessions');
  await client.delete(`/api/user/sessions/${sessions[1].id}`);
  await client.delete('/api/user/sessions');
  expect(await eventsOf(user.id)).toEqual([
    'registered',
    'logout',
    'login-failed: password',
    'login: password',
    'login: password',
    'sessions-ended: one',
    'sessions-ended',
  ]);
});

test('a new password, a reset, a new address and a download are stored', async () => {
  const { client, user, email } = await registered(api);
  await client.put('/api/user/password', { currentPassword, password: 'Another-Harbour-5' });
  await client.get('/api/user/data');
  const other = someone(api);
  await other.send('POST', '/api/password/forgot', { email });
  const { token } = await lastMailTo(api, email);
  await other.send('POST', '/api/password/reset', { token, password: GOOD_PASSWORD });
  const next = anAccount().email;
  await other.post('/api/user/email', { email: next, currentPassword });
  await other.post('/api/user/email/verify', { token: (await lastMailTo(api, next)).token });
  expect(await eventsOf(user.id)).toEqual([
    'registered',
    'password-changed',
    'data-exported',
    'password-reset',
    'email-changed',
  ]);
});

test('a login by a mailed link is stored', async () => {
  const { user, email } = await registered(api);
  const client = someone(api);
  for (let times = 0; times < 2; times += 1) await client.send('POST', '/api/email-signup', { email });
  const { token } = await lastMailTo(api, email);
  expect((await client.send('POST', '/api/email-signup/verify', { token })).body.signedIn).toBe(true);
  expect((await eventsOf(user.id)).at(-1)).toBe('login: link');
});

test('passkeys that are added, used, refused, renamed and removed are stored', async () => {
  const { client, user } = await registered(api);
  const passkey = new PasskeyPeer();
  const { body: options } = await client.post('/api/user/passkeys/options', { currentPassword });
  const response = passkey.create(options, { origin: PUBLIC_URL });
  const { body: entry } = await client.post('/api/user/passkeys', { name: 'Key', response });
  const browser = someone(api);
  const use = async (origin: string) =>
    browser.post(
      '/api/passkeys/sign-in',
      passkey.get((await browser.post('/api/passkeys/options', {})).body, { origin }),
    );
  expect((await use('https://evil.example')).status).toBe(401);
  expect((await use(PUBLIC_URL)).status).toBe(200);
  await client.patch(`/api/user/passkeys/${entry.id}`, { name: 'Old key' });
  await client.delete(`/api/user/passkeys/${entry.id}`, { currentPassword });
  expect(await eventsOf(user.id)).toEqual([
    'registered',
    'passkey-added',
    'login-failed: passkey',
    'login: passkey',
    'passkey-renamed',
    'passkey-removed',
  ]);
});

test('second factors that are set up, used, replaced, reset and removed are stored', async () => {
  const { client, user, username } = await registered(api);
  await createOrPromoteAdmin(db(), { username, email: undefined, password: undefined });
  // A new role ends the sessions.
  await login(client, username);
  const setUp = async (on = client) => {
    const { secret } = (await on.post('/api/user/second-factor/secret', { currentPassword })).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await on.put('/api/user/second-factor', { code })).status).toBe(200);
  };
  await setUp();
  const { body } = await client.post('/api/user/second-factor/recovery-codes', { currentPassword });
  await login(someone(api), username);
  await login(someone(api), username, { code: '000 000' });
  await login(someone(api), username, { code: body.recoveryCodes[0] });
  await client.delete('/api/user/second-factor', { currentPassword });
  await resetSecondFactor(db(), user.id);
  expect(await eventsOf(user.id)).toEqual([
    'registered',
    'role-changed: admin',
    'login: password',
    'second-factor-on',
    'recovery-codes-replaced',
    'login-failed: code',
    'recovery-code-used',
    'login: password',
    'second-factor-off',
    'second-factor-reset',
  ]);
  const admin = await api.signedIn('admin');
  const { body: log } = await admin.get(`/api/audit-log?itemType=account&itemId=${user.id}`);
  expect(log).toMatchObject([
    { user: null, action: 'updated', title: username, details: { after: { secondFactor: 'reset' } } },
    { user: null, action: 'updated', details: { before: { role: 'member' }, after: { role: 'admin' } } },
  ]);
});

test('actions of others on an account are stored, without a device', async () => {
  const { user, username, email } = await registered(api);
  await someone(api).send('POST', '/api/email-signup', { email });
  const { id } = await db()
    .selectFrom('email_signups')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  for (const hasAccess of [false, false, true]) await changeAccess(db(), { userId: null }, id, hasAccess);
  for (const isDisabled of [true, true, false]) await setDisabled(db(), username, isDisabled);
  expect(await eventsOf(user.id)).toEqual([
    'registered',
    'access-revoked',
    'access-restored',
    'account-disabled',
    'account-enabled',
  ]);
  const rows = await db().selectFrom('security_events').selectAll().where('user_id', '=', user.id).execute();
  expect(rows.slice(1).map(({ device }) => device)).toEqual([null, null, null, null]);
});

test('a role that a subscription gives and takes is stored once each', async () => {
  const { user } = await registered(api);
  const now = Date.now();
  await db()
    .insertInto('subscriptions')
    .values({
      reference: 'role-1',
      provider: 'sandbox',
      status: 'active',
      user_id: user.id,
      activated_at: now,
      access_until: now + 1000,
      created_at: now,
      updated_at: now,
    } as never)
    .execute();
  for (const at of [now, now, now + 2000, now + 3000]) await syncRole(db(), user.id, at);
  expect(await eventsOf(user.id)).toEqual(['registered', 'role-changed: subscriber', 'role-changed: free']);
});

test('what an administrator does is stored for them, and in the audit log', async () => {
  const admin = await api.signedIn('admin');
  const email = anAccount().email;
  await someone(api).send('POST', '/api/email-signup', { email });
  const [{ id }] = (await admin.get(`/api/email-signups?search=${encodeURIComponent(email)}`)).body;
  await admin.post('/api/settings', { key: 'a.setting', value: 'x', category: 'general' });
  await admin.put('/api/settings/a.setting', { value: 'y' });
  await admin.put('/api/settings/a.setting', { value: 'y' });
  for (const hasAccess of [false, true]) await admin.patch(`/api/email-signups/${id}`, { hasAccess });
  await admin.delete(`/api/email-signups/${id}`);
  for (const path of ['/api/email-signups.csv', '/api/catalogue/export', '/api/catalogue/droplets.csv'])
    expect((await admin.get(path)).status, path).toBe(200);
  expect(await eventsOf(admin.user.id)).toEqual([
    'settings-changed: a.setting',
    'settings-changed: a.setting',
    'signup-revoked',
    'signup-restored',
    'signup-erased',
    'site-data-exported: email-signups.csv',
    'site-data-exported: catalogue.json',
    'site-data-exported: droplets.csv',
  ]);
  const { body } = await admin.get(`/api/audit-log?userId=${admin.user.id}&itemType=export`);
  expect(body).toMatchObject([
    { action: 'created', itemId: 'droplets.csv' },
    { itemId: 'catalogue.json' },
    { itemId: 'email-signups.csv' },
  ]);
});

test('every kind of event was stored by one of these tests', () => {
  expect([...seen].sort()).toEqual([...SECURITY_EVENT_KINDS].sort());
});

test('members read their own events in parts, with browser and system and without an address', async () => {
  const { client, user, username } = await registered(api);
  const headers = { 'user-agent': FIREFOX };
  const body = { username, password: GOOD_PASSWORD };
  for (let times = 0; times < 3; times += 1) await someone(api).send('POST', '/api/login', body, headers);
  const first = await client.get('/api/user/security-events?limit=3');
  expect(first.body).toMatchObject(
    Array(3).fill({
      kind: 'login',
      detail: 'password',
      device: 'Firefox on Windows',
      at: expect.any(String),
    }),
  );
  const cursor = first.headers['x-next-cursor'];
  const rest = await client.get(`/api/user/security-events?limit=3&cursor=${cursor}`);
  expect(rest.body).toMatchObject([{ kind: 'registered' }]);
  expect(rest.headers['x-next-cursor']).toBeUndefined();
  const { body: data } = await client.get('/api/user/data');
  expect(data.securityEvents.map(({ kind }: { kind: string }) => kind)).toEqual([
    'data-exported',
    'login',
    'login',
    'login',
    'registered',
  ]);
  const rows = await db().selectFrom('security_events').selectAll().where('user_id', '=', user.id).execute();
  expect(JSON.stringify(rows)).not.toMatch(/Mozilla|\b10\.\d+\.\d+\.\d+\b|127\.0\.0\.1/);
});

test('strangers’ failures fill no log: 20 a day are stored', async () => {
  const { user, username } = await registered(api);
  const old = { kind: 'login-failed', detail: 'password', device: null, user_id: user.id };
  const before = Array.from({ length: 20 }, (_, n) => ({ ...old, at: Date.now() - n * 1000 }));
  await db().insertInto('security_events').values(before).execute();
  await login(someone(api), username, { password: 'Not-the-one-1' });
  expect(await eventsOf(user.id)).toHaveLength(21);
});

test('events end after 13 months and with their account, of which the audit log keeps no name', async () => {
  const { client, user, username } = await registered(api);
  await setDisabled(db(), username, true);
  await setDisabled(db(), username, false);
  await login(client, username);
  const at = Date.now() - SECURITY_EVENTS_KEPT - 1000;
  await db().updateTable('security_events').set({ at }).where('kind', '=', 'registered').execute();
  await ACCOUNT_SWEEPS['security events'](db());
  expect(await eventsOf(user.id)).toEqual(['account-disabled', 'account-enabled', 'login: password']);
  expect((await client.delete('/api/user', { password: GOOD_PASSWORD })).status).toBe(204);
  expect(await eventsOf(user.id)).toEqual([]);
  const admin = await api.signedIn('admin');
  const { body, text } = await admin.get(`/api/audit-log?itemType=account&itemId=${user.id}`);
  expect(body).toMatchObject([{ action: 'deleted', user: null, title: '' }, { title: '' }, { title: '' }]);
  expect(text).not.toContain(username);
});
