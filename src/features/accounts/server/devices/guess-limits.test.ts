import { expect, test } from 'vitest';
import { anAccount, GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TestClient } from '#test/test-api.ts';
import {
  GUESSES_AT_ACCOUNT,
  GUESSES_OF_DEVICE,
  LOGINS_OF_CALLER,
  LOGINS_TO_ACCOUNT,
} from '../../contract/rate-limits.ts';
import { MAX_SESSIONS, startSession } from '../session/sessions.ts';

const api = setUpApi({ logLevel: 'warn', production: true, printLog: (line) => logged.push(line) });

const logged: string[] = [];

const login = (client: TestClient, username: string, password: string) =>
  client.send('POST', '/api/login', { username, password });

/** Sets a counter as if other callers had used it, because each guess costs an argon2 run. */
const count = (key: string, uses: number) =>
  api.database.db
    .insertInto('rate_limits')
    .values({ key, count: uses, resets_at: Date.now() + 600_000 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: uses }))
    .execute();

test('guesses from many networks reach the ceiling of the account, and the log says so once', async () => {
  const { username, client, user } = await registered(api);
  await count(`login:account:${username}`, GUESSES_AT_ACCOUNT.max - 1);
  expect((await login(someone(api), username, 'Wrong-guess-1')).status).toBe(401);
  for (let n = 0; n < 3; n += 1)
    expect((await login(someone(api), username.toUpperCase(), GOOD_PASSWORD)).status).toBe(429);
  const lines = logged
    .map((line) => JSON.parse(line))
    .filter(({ limit }) => limit === GUESSES_AT_ACCOUNT.name);
  expect(lines).toMatchObject([{ msg: 'a rate limit is reached', userId: user.id, level: 40 }]);
  expect(JSON.stringify(lines)).not.toContain(username);

  // A device that has signed in is not locked out, on any network and after a logout.
  const elsewhere = someone(api);
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
  elsewhere.cookies.delete('stillwater_session');
  expect((await login(elsewhere, username, GOOD_PASSWORD)).status).toBe(200);
});

test('a device is known to the accounts that signed in on it, and to no other', async () => {
  const first = await registered(api);
  const second = await registered(api);
  const { client } = first;
  await login(client, second.username, GOOD_PASSWORD);
  const stranger = await registered(api);
  for (const { username } of [first, second, stranger])
    await count(`login:account:${username}`, GUESSES_AT_ACCOUNT.max);
  expect((await login(client, first.username, GOOD_PASSWORD)).status).toBe(200);
  expect((await login(client, second.username, GOOD_PASSWORD)).status).toBe(200);
  expect((await login(client, stranger.username, GOOD_PASSWORD)).status).toBe(429);
  const forged = someone(api);
  const [id] = (client.cookies.get('stillwater_device') ?? '').split('.');
  forged.cookies.set('stillwater_device', `${id}.${'A'.repeat(22)}`);
  expect((await login(forged, first.username, GOOD_PASSWORD)).status).toBe(429);
});

test('a stolen device has guesses of its own, which end', async () => {
  const { username, client } = await registered(api);
  const device = client.cookies.get('stillwater_device')?.split('.')[0];
  await count(`login:device:${device}|${username}`, GUESSES_OF_DEVICE.max);
  expect((await login(client, username, GOOD_PASSWORD)).status).toBe(429);
});

test('unknown names have the same ceiling', async () => {
  await count('login:account:ghost', GUESSES_AT_ACCOUNT.max);
  expect((await login(someone(api), 'ghost', 'Wrong-guess-1')).status).toBe(429);
});

test('logins that succeed are counted, for the caller and for the account', async () => {
  const { username } = await registered(api);
  const caller = api.visitor('192.0.2.99');
  expect((await login(caller, username, GOOD_PASSWORD)).status).toBe(200);
  const counted = await api.database.db
    .selectFrom('rate_limits')
    .select(['key', 'count'])
    .where('key', 'in', ['login:all:192.0.2.99', `login:done:${username}`, `login:account:${username}`])
    .orderBy('key')
    .execute();
  expect(counted).toEqual([
    { key: `login:account:${username}`, count: 0 },
    { key: 'login:all:192.0.2.99', count: 1 },
    { key: `login:done:${username}`, count: 1 },
  ]);
  await count('login:all:192.0.2.99', LOGINS_OF_CALLER.max);
  expect((await login(caller, username, GOOD_PASSWORD)).status).toBe(429);
  await count(`login:done:${username}`, LOGINS_TO_ACCOUNT.max);
  expect((await login(someone(api), username, GOOD_PASSWORD)).status).toBe(429);
});

test('an account has twenty sessions at most: a sign-in ends the oldest', async () => {
  const { user, client } = await registered(api);
  const { db } = api.database;
  await db.updateTable('sessions').set({ created_at: 1 }).where('user_id', '=', user.id).execute();
  for (let n = 0; n < MAX_SESSIONS; n += 1) await startSession(db, user.id, `device ${n}`);
  expect((await client.get('/api/user')).status).toBe(401);
  await startSession(db, user.id, 'the last');
  const rows = await db.selectFrom('sessions').select('user_agent').where('user_id', '=', user.id).execute();
  expect(rows).toHaveLength(MAX_SESSIONS);
  expect(rows).toContainEqual({ user_agent: 'the last' });
});

test('mails to one mailbox are limited behind + and from everywhere, but for a known device', async () => {
  const { email, client } = await registered(api, { email: 'harbour@example.org' });
  const ask = (asker: TestClient, to: string) => asker.send('POST', '/api/password/forgot', { email: to });
  const statuses: number[] = [];
  for (const tag of ['', '+a', '+b', '+c'])
    statuses.push((await ask(someone(api), `harbour${tag}@example.org`)).status);
  expect(statuses).toEqual([204, 204, 204, 429]);
  await api.database.db.deleteFrom('mails').execute();
  expect((await ask(client, email)).status).toBe(204);
  expect((await lastMailTo(api, email)).token).not.toBe('');

  const registrations: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const account = anAccount({ email: `quay+${n}@example.org` });
    registrations.push((await someone(api).send('POST', '/api/register', account)).status);
  }
  expect(registrations).toEqual([201, 201, 201, 201, 201, 429]);
});
