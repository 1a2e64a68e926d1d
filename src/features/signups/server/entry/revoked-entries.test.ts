import { beforeAll, expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { anOcean, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient, TestClient } from '#test/test-api.ts';

let admin: SignedInClient;

const api = setUpApi({ pages: await builtPages() });
beforeAll(async () => {
  await insertOceans(api.database.db, [anOcean({ title: 'Still Water' })]);
  admin = await api.signedIn('admin');
});

const signUp = (email: string, client = someone(api)) =>
  client.send('POST', '/api/email-signup', { email }).then(({ status }) => ({ client, status }));

async function setAccess(email: string, hasAccess: boolean) {
  const { body } = await admin.get(`/api/email-signups?search=${encodeURIComponent(email)}`);
  expect((await admin.patch(`/api/email-signups/${body[0].id}`, { hasAccess })).status).toBe(200);
}

/** Returns the responses to a browser's next page and next call. */
async function seen(client: TestClient) {
  const page = await client.get('/app');
  const call = await client.get('/api/oceans');
  return { content: page.text.includes('Still Water'), call: call.body.code ?? call.status };
}
const OPEN = { content: true, call: 200 };
const LOCKED_OUT = { content: false, call: 'access-revoked' };

test('a revoked browser is locked out at its next request, until access is granted again', async () => {
  const { client } = await signUp('mira@example.org');
  const other = await signUp('other@example.org');
  expect(await seen(client)).toEqual(OPEN);
  for (let time = 0; time < 2; time += 1) {
    await setAccess('mira@example.org', false);
    expect(await seen(client)).toEqual(LOCKED_OUT);
    expect((await client.get('/api/settings')).status).toBe(200);
    expect(await seen(other.client)).toEqual(OPEN);
    expect((await someone(api).get('/api/oceans')).status).toBe(200);
    await setAccess('mira@example.org', true);
    expect(await seen(client)).toEqual(OPEN);
  }
  await setAccess('mira@example.org', false);
  expect((await signUp('else@example.org', client)).status).toBe(201);
  expect(await seen(client)).toEqual(OPEN);
});

test('every call of content refuses a revoked browser', async () => {
  const { client } = await signUp('gated@example.org');
  await setAccess('gated@example.org', false);
  const gated = api.app.endpoints.filter((endpoint) => endpoint.gated);
  expect(gated.length).toBeGreaterThan(5);
  for (const { method, path } of gated) {
    const { body } = await client.send(method, path.replace(/:\w+/g, '1'));
    expect([path, body.code]).toEqual([path, 'access-revoked']);
  }
});

test('a browser that entered by a link is locked out too', async () => {
  await signUp('link@example.org');
  const { client } = await signUp('link@example.org');
  const { token } = await lastMailTo(api, 'link@example.org');
  expect((await seen(client)).content).toBe(false);
  await client.send('POST', '/api/email-signup/verify', { token });
  expect(await seen(client)).toEqual(OPEN);
  await setAccess('link@example.org', false);
  expect(await seen(client)).toEqual(LOCKED_OUT);
});

test('a browser that entered with an unbound cookie is bound to the address that it has stored', async () => {
  await signUp('early@example.org');
  const client = someone(api);
  client.cookies.set(ENTERED_COOKIE, '1');
  await setAccess('early@example.org', false);
  expect(await seen(client)).toEqual(OPEN);
  const bound = await client.send('POST', '/api/email-signup/entry', { email: 'Early@example.org' });
  expect(bound.status).toBe(204);
  expect(await seen(client)).toEqual(LOCKED_OUT);
});

test('revoking an address ends its account’s sessions, and its logins are refused', async () => {
  const { client, username, email } = await registered(api);
  await signUp(email);
  const login = () => someone(api).send('POST', '/api/login', { username, password: GOOD_PASSWORD });
  expect((await login()).status).toBe(200);
  await someone(api).send('POST', '/api/password/forgot', { email });
  const { token } = await lastMailTo(api, email);
  await setAccess(email, false);
  expect((await client.get('/api/user')).status).toBe(401);
  expect(await seen(client)).toEqual(LOCKED_OUT);
  const refused = await login();
  expect({ status: refused.status, code: refused.body.code }).toEqual({
    status: 403,
    code: 'access-revoked',
  });
  expect(refused.body.message).toContain('was revoked');
  const reset = { token, password: 'Harbour-77x-tide' };
  expect((await someone(api).send('POST', '/api/password/reset', reset)).status).toBe(403);
  await setAccess(email, true);
  expect((await login()).status).toBe(200);
});

test('a revoked address can neither register nor replace an account’s address', async () => {
  await signUp('barred@example.org');
  await setAccess('barred@example.org', false);
  const account = { username: 'barred', email: 'barred@example.org', password: GOOD_PASSWORD };
  const refused = await someone(api).send('POST', '/api/register', account);
  expect(refused.body.code).toBe('access-revoked');
  expect((await registered(api, { username: 'barred' })).user.username).toBe('barred');

  const { client, username } = await registered(api);
  await client.post('/api/user/email', { email: 'barred@example.org', currentPassword: GOOD_PASSWORD });
  const { token } = await lastMailTo(api, 'barred@example.org');
  expect((await client.post('/api/user/email/verify', { token })).body.code).toBe('access-revoked');
  expect((await client.get('/api/user')).body).toMatchObject({ username, emailVerified: false });
});

test('a session from before cookies were bound binds its browser, which is then locked out', async () => {
  const { client, email } = await registered(api);
  await signUp(email);
  client.cookies.set(ENTERED_COOKIE, '1');
  await client.get('/api/user');
  expect(client.cookies.get(ENTERED_COOKIE)).not.toBe('1');
  await setAccess(email, false);
  expect(await seen(client)).toEqual(LOCKED_OUT);
});

test('an administrator’s own address can be revoked without locking the site’s owner out', async () => {
  const owner = await api.signedIn('admin', { email: 'owner@example.org' });
  await signUp('owner@example.org');
  await setAccess('owner@example.org', false);
  expect((await owner.get('/api/user')).status).toBe(200);
  expect((await owner.get('/api/oceans')).status).toBe(200);
});

test('of a login and a revocation at the same moment, no session remains', async () => {
  const { username, email } = await registered(api);
  await signUp(email);
  for (let time = 0; time < 5; time += 1) {
    const clients = [someone(api), someone(api), someone(api)];
    await Promise.all([
      ...clients.map((client) => client.send('POST', '/api/login', { username, password: GOOD_PASSWORD })),
      setAccess(email, false),
    ]);
    for (const client of clients) expect((await client.get('/api/user')).status).toBe(401);
    await setAccess(email, true);
  }
});

test('the cookie neither shows the address nor reveals whether it is known', async () => {
  const { client } = await signUp('private@example.org');
  const value = client.cookies.get(ENTERED_COOKIE) ?? '';
  expect(value).toMatch(/^[\w-]{22}$/);
  const stranger = someone(api);
  await stranger.send('POST', '/api/email-signup/entry', { email: 'unknown@example.org' });
  expect(stranger.cookies.get(ENTERED_COOKIE)).toMatch(/^[\w-]{22}$/);
});
