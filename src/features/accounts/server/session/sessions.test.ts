import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import { hashSecret } from '#platform/http/guard/tokens.ts';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { anAccount, GOOD_PASSWORD, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { type Answer, PUBLIC_URL, TestClient } from '#test/test-api.ts';
import { ACCOUNT_SWEEPS } from '../sweep.ts';
import { LastSeen } from './last-seen.ts';

const COOKIE = 'stillwater_session';

const api = setUpApi();

/** Makes a session older, in ms. */
async function age(client: TestClient, { created = 0, seen = 0 }): Promise<void> {
  await api.database.db
    .updateTable('sessions')
    .set((eb) => ({
      created_at: eb('created_at', '-', created),
      last_seen_at: eb('last_seen_at', '-', seen),
    }))
    .where('id_hash', '=', hashSecret(client.cookies.get(COOKIE) ?? ''))
    .execute();
}

async function lastSeen(client: TestClient): Promise<number | undefined> {
  const hash = hashSecret(client.cookies.get(COOKIE) ?? '');
  return (await sessionsIn()).find(({ id_hash }) => id_hash === hash)?.last_seen_at;
}

/** Makes a request, and waits until it has extended the idle time. */
async function use(client: TestClient): Promise<void> {
  const before = Date.now();
  expect((await client.get('/api/user')).status).toBe(200);
  await expect.poll(() => lastSeen(client)).toBeGreaterThanOrEqual(before);
}

const sessionsIn = () => api.database.db.selectFrom('sessions').selectAll().execute();

test('only the hash of a session’s id is stored', async () => {
  const { client } = await registered(api);
  const id = client.cookies.get(COOKIE) ?? '';
  expect(id).toMatch(/^[\w-]{43}$/);
  const rows = await sessionsIn();
  expect(JSON.stringify(rows)).not.toContain(id);
  expect(rows.map((row) => row.id_hash)).toContain(hashSecret(id));
  // The hash does not open the session.
  const thief = someone(api);
  thief.cookies.set(COOKIE, hashSecret(id));
  expect((await thief.get('/api/user')).status).toBe(401);
});

test('the cookie has the __Host- prefix on https, and another name on http', async () => {
  const http = await someone(api).send('POST', '/api/register', anAccount());
  const sessionCookie = ({ headers }: Answer) =>
    [headers['set-cookie']].flat().find((cookie) => cookie?.includes('stillwater_session'));
  expect(sessionCookie(http)).toMatch(
    /^stillwater_session=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const app = await buildApp({
    db: api.database.db,
    publicUrl: () => 'https://still.example',
    secure: true,
    production: true,
    dev: false,
    trustProxy: false,
    logLevel: 'silent',
    uploads: uploadSpace('never-written'),
  });
  const https = await new TestClient(app, '10.9.9.9').send('POST', '/api/register', anAccount());
  expect(sessionCookie(https)).toMatch(
    /^__Host-stillwater_session=[\w-]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(sessionCookie(https)).not.toContain('Domain');
  await app.close();
});

test('a login starts a new session and ends the earlier one', async () => {
  const { client, username } = await registered(api);
  const before = client.cookies.get(COOKIE) ?? '';
  // The site does not adopt an id planted by an attacker.
  const planted = someone(api);
  planted.cookies.set(COOKIE, 'planted');
  for (const browser of [client, planted]) {
    await browser.send('POST', '/api/login', { username, password: GOOD_PASSWORD });
    expect([before, 'planted']).not.toContain(browser.cookies.get(COOKIE));
  }
  const old = someone(api);
  old.cookies.set(COOKIE, before);
  expect((await old.get('/api/user')).status).toBe(401);
});

test('logging out ends the session, also for a copy of its cookie', async () => {
  const { client } = await registered(api);
  const copy = someone(api);
  copy.cookies.set(COOKIE, client.cookies.get(COOKIE) ?? '');
  expect((await copy.get('/api/user')).status).toBe(200);
  expect((await client.post('/api/logout')).status).toBe(204);
  expect(client.cookies.has(COOKIE)).toBe(false);
  expect((await copy.get('/api/user')).status).toBe(401);
});

test('a member’s session expires after seven idle days, or thirty days', async () => {
  const { client } = await registered(api);
  await age(client, { created: 10 * DAY, seen: 7 * DAY - MINUTE });
  await use(client);
  await age(client, { seen: 7 * DAY + MINUTE });
  expect((await client.get('/api/user')).status).toBe(401);

  const busy = (await registered(api)).client;
  await age(busy, { created: 30 * DAY - MINUTE });
  expect((await busy.get('/api/user')).status).toBe(200);
  await age(busy, { created: 2 * MINUTE });
  expect((await busy.get('/api/user')).status).toBe(401);
});

test('an administrator’s session expires after thirty idle minutes, or twelve hours', async () => {
  const idle = await api.signedIn('admin');
  await age(idle, { seen: 29 * MINUTE });
  await use(idle);
  await age(idle, { seen: 31 * MINUTE });
  expect((await idle.get('/api/user')).status).toBe(401);

  const busy = await api.signedIn('admin');
  await age(busy, { created: 12 * HOUR + MINUTE });
  expect((await busy.get('/api/user')).status).toBe(401);
});

test('requests extend the idle time', async () => {
  const { client } = await registered(api);
  for (let day = 0; day < 3; day += 1) {
    await age(client, { seen: 5 * DAY });
    await use(client);
  }
});

test('a clean stop writes which sessions were seen, and nothing of the others', async () => {
  const seen = (await registered(api)).client;
  const other = (await registered(api)).client;
  for (const client of [seen, other]) await age(client, { seen: DAY });
  const before = Date.now();
  const notes = new LastSeen(api.database.db, { warn: () => {} });
  notes.note(hashSecret(seen.cookies.get(COOKIE) ?? ''));
  await notes.stop();
  expect(await lastSeen(seen)).toBeGreaterThanOrEqual(before);
  expect(await lastSeen(other)).toBeLessThan(before - DAY / 2);
});

test('which sessions were seen is written by one statement at a time', async () => {
  const hash = hashSecret((await registered(api)).client.cookies.get(COOKIE) ?? '');
  const executor = api.database.db.getExecutor();
  const original = executor.executeQuery;
  const running = { now: 0, most: 0, ever: 0 };
  executor.executeQuery = async function (this: typeof executor, ...args: Parameters<typeof original>) {
    running.now += 1;
    running.ever += 1;
    running.most = Math.max(running.most, running.now);
    // A slow database.
    await sleep(400);
    running.now -= 1;
    return original.apply(this, args);
  } as typeof original;
  const notes = new LastSeen(api.database.db, { warn: () => {} });
  try {
    for (let n = 0; n < 15; n += 1) {
      notes.note(hash);
      await sleep(50);
    }
    await notes.stop();
  } finally {
    executor.executeQuery = original;
  }
  expect(running.most).toBe(1);
  expect(running.ever).toBeGreaterThan(1);
});

test('the sweep deletes expired sessions only', async () => {
  const ages = [{ seen: 8 * DAY }, { created: 31 * DAY }, { created: 29 * DAY }, { seen: 6 * DAY }];
  const hashes: string[] = [];
  for (const times of ages) {
    const { client } = await registered(api);
    await age(client, times);
    hashes.push(hashSecret(client.cookies.get(COOKIE) ?? ''));
  }
  await ACCOUNT_SWEEPS.sessions(api.database.db);
  const left = (await sessionsIn()).map((row) => row.id_hash);
  expect(hashes.map((hash) => left.includes(hash))).toEqual([false, false, true, true]);
});

test('a CSRF token from before the login is refused after it', async () => {
  const { username } = await registered(api);
  const client = someone(api);
  const { body: before } = await client.get('/api/csrf-token');
  const login = { username, password: GOOD_PASSWORD };
  await client.send('POST', '/api/login', login);
  const logOut = (token: string) => client.send('POST', '/api/logout', undefined, { 'csrf-token': token });
  expect((await logOut(before.csrfToken)).status).toBe(403);
  expect((await logOut('placeholder')).status).toBe(403);
  expect((await client.send('POST', '/api/logout')).status).toBe(403);
  const { body: after } = await client.get('/api/csrf-token');
  expect(after.csrfToken).not.toBe(before.csrfToken);
  expect((await logOut(after.csrfToken)).status).toBe(204);
});

test('a CSRF token of another reader is refused', async () => {
  const mine = await registered(api);
  const theirs = await registered(api);
  const { body } = await theirs.client.get('/api/csrf-token');
  const stolen = await mine.client.send('DELETE', '/api/user/sessions', undefined, {
    'csrf-token': body.csrfToken,
  });
  expect(stolen.status).toBe(403);
});

test('a member can list and end own sessions only', async () => {
  const mine = await registered(api);
  const elsewhere = someone(api);
  await elsewhere.send(
    'POST',
    '/api/login',
    { username: mine.username, password: GOOD_PASSWORD },
    { 'user-agent': 'A phone' },
  );
  const { body: list } = await mine.client.get('/api/user/sessions');
  expect(list).toHaveLength(2);
  expect(list.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
  const other = list.find(({ current }: { current: boolean }) => !current);
  expect(other).toMatchObject({ userAgent: 'A phone', lastSeenAt: expect.any(String) });

  const stranger = await registered(api);
  expect((await stranger.client.delete(`/api/user/sessions/${other.id}`)).status).toBe(404);
  expect((await elsewhere.get('/api/user')).status).toBe(200);
  expect((await mine.client.delete(`/api/user/sessions/${other.id}`)).status).toBe(204);
  expect((await elsewhere.get('/api/user')).status).toBe(401);
  expect((await mine.client.delete('/api/user/sessions/nonsense')).status).toBe(404);
  expect((await mine.client.get('/api/user')).status).toBe(200);
});

test('an expired session is not listed, even before the sweep deletes it', async () => {
  const mine = await registered(api);
  const listed = async () => (await mine.client.get('/api/user/sessions')).body.length;
  const login = { username: mine.username, password: GOOD_PASSWORD };
  for (const expired of [{ seen: 7 * DAY + MINUTE }, { created: 30 * DAY + MINUTE }]) {
    const elsewhere = someone(api);
    await elsewhere.send('POST', '/api/login', login);
    expect(await listed()).toBe(2);
    await age(elsewhere, expired);
    expect(await listed()).toBe(1);
  }
});

test('signing out everywhere ends all sessions of the account and no others', async () => {
  const mine = await registered(api);
  const elsewhere = someone(api);
  await elsewhere.send('POST', '/api/login', { username: mine.username, password: GOOD_PASSWORD });
  const stranger = await registered(api);
  expect((await mine.client.delete('/api/user/sessions')).status).toBe(204);
  for (const client of [mine.client, elsewhere]) expect((await client.get('/api/user')).status).toBe(401);
  expect((await stranger.client.get('/api/user')).status).toBe(200);
});

test('sessions, limits and CSRF tokens hold on another node with the same database', async () => {
  const { client, username } = await registered(api);
  const ip = '10.8.8.8';
  const guesser = api.visitor(ip);
  for (let n = 0; n < 10; n += 1)
    await guesser.send('POST', '/api/login', { username, password: 'Wrong-guess-1' });
  const node = await buildApp({
    db: api.database.db,
    publicUrl: () => PUBLIC_URL,
    secure: false,
    production: false,
    dev: false,
    trustProxy: false,
    logLevel: 'silent',
    uploads: uploadSpace('never-written'),
  });
  const answer = await node.inject({
    url: '/api/login',
    method: 'POST',
    payload: { username, password: GOOD_PASSWORD },
    remoteAddress: ip,
  });
  expect(answer.statusCode).toBe(429);
  const here = new TestClient(node);
  here.cookies.set(COOKIE, client.cookies.get(COOKIE) ?? '');
  expect((await here.get('/api/user')).status).toBe(200);
  // A CSRF token from one node is accepted by the other.
  const { body } = await client.get('/api/csrf-token');
  const out = await here.send('POST', '/api/logout', undefined, { 'csrf-token': body.csrfToken });
  expect(out.status).toBe(204);
  await node.close();
});
