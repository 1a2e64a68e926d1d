import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { registered } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

/* A browser that logged out offline: its next request ends the session. */

const SESSION = 'stillwater_session';
const INTENT = 'stillwater_logout';

const api = setUpApi();

const sessions = async () => (await api.database.db.selectFrom('sessions').selectAll().execute()).length;

test('the next request ends the session, and no other one', async () => {
  const { client, username, password } = await registered(api);
  const elsewhere = api.visitor();
  expect((await elsewhere.post('/api/login', { username, password })).status).toBe(200);
  const before = await sessions();
  client.cookies.set(INTENT, '1');
  const { status, headers } = await client.get('/api/user');
  expect(status).toBe(401);
  expect(headers['clear-site-data']).toBe('"cache"');
  expect(client.cookies.has(INTENT)).toBe(false);
  expect(await sessions()).toBe(before - 1);
  expect((await elsewhere.get('/api/user')).status).toBe(200);
  // Once only: without the intent, the same cookie is an unknown session.
  expect((await client.get('/api/user')).headers['clear-site-data']).toBeUndefined();
});

test('the intent does not outlive its session: a new login with it stays', async () => {
  const { client, username, password } = await registered(api);
  const old = client.cookies.get(SESSION);
  client.cookies.set(INTENT, '1');
  expect((await client.post('/api/login', { username, password })).status).toBe(200);
  expect(client.cookies.get(SESSION)).not.toBe(old);
  expect(client.cookies.has(INTENT)).toBe(false);
  expect((await client.get('/api/user')).status).toBe(200);
  client.cookies.set(SESSION, old ?? '');
  expect((await client.get('/api/user')).status).toBe(401);
});

test('a late answer to the intent does not remove the cookie of a newer session', async () => {
  const { client } = await registered(api);
  client.cookies.set(INTENT, '1');
  const { headers } = await client.get('/api/user');
  expect([headers['set-cookie']].flat().filter((cookie) => cookie?.startsWith(SESSION))).toEqual([]);
});

test('without a database the intent stays, and nobody is signed in by it', async () => {
  const { client } = await registered(api);
  client.cookies.set(INTENT, '1');
  const { db } = api.database;
  const deleteFrom = db.deleteFrom.bind(db);
  db.deleteFrom = ((table: 'sessions') => {
    if (String(table) === 'sessions') throw new DatabaseUnavailable('away', new Error('gone'));
    return deleteFrom(table);
  }) as typeof db.deleteFrom;
  try {
    expect((await client.get('/api/user')).status).toBe(503);
  } finally {
    db.deleteFrom = deleteFrom;
  }
  expect(client.cookies.has(INTENT)).toBe(true);
  expect((await client.get('/api/user')).status).toBe(401);
});
