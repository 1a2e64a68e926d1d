import { expect, test } from 'vitest';
import { GOOD_PASSWORD, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TestClient } from '#test/test-api.ts';

const api = setUpApi();

const DARK = { theme: 'dark', text: 'larger', motion: 'off', captions: false };
const LIGHT = { theme: 'light', text: 'normal', motion: 'on', captions: true };
const cookieOf = (client: TestClient) => JSON.parse(client.cookies.get('stillwater_comfort') ?? 'null');
const rowsOf = (userId: number) =>
  api.database.db.selectFrom('comfort').selectAll().where('user_id', '=', userId).execute();
const logIn = (client: TestClient, username: string) =>
  client.post('/api/login', { username, password: GOOD_PASSWORD });

test('a visitor’s choices are kept in a cookie that scripts can read and that lasts', async () => {
  const visitor = api.visitor();
  const { status, headers } = await visitor.put('/api/comfort', DARK);
  expect(status).toBe(204);
  expect(cookieOf(visitor)).toEqual(DARK);
  const line = [headers['set-cookie']].flat().find((one) => one?.startsWith('stillwater_comfort='));
  expect(line).toMatch(/Max-Age=34560000/);
  expect(line).not.toMatch(/HttpOnly/i);
});

test('a member’s choices follow them to another browser at its sign-in', async () => {
  const { client, username, user } = await registered(api);
  expect((await client.get('/api/comfort')).body).toBeNull();
  await client.put('/api/comfort', LIGHT);
  await client.put('/api/comfort', DARK);
  expect(await rowsOf(user.id)).toHaveLength(1);
  expect((await client.get('/api/comfort')).body).toEqual(DARK);

  const phone = someone(api);
  await phone.put('/api/comfort', LIGHT);
  expect((await logIn(phone, username)).status).toBe(200);
  expect(cookieOf(phone)).toEqual(DARK);
  expect((await phone.get('/api/comfort')).body).toEqual(DARK);
  // A change in one browser reaches the other one when it opens the panel.
  await phone.put('/api/comfort', LIGHT);
  expect(cookieOf(client)).toEqual(DARK);
  await client.get('/api/comfort');
  expect(cookieOf(client)).toEqual(LIGHT);
});

test('an account without choices takes those of the browser that signs in', async () => {
  const { username, user } = await registered(api);
  const browser = someone(api);
  await browser.put('/api/comfort', DARK);
  await browser.post('/api/login', { username, password: 'Wrong-guess-1' });
  expect(await rowsOf(user.id)).toEqual([]);
  await logIn(browser, username);
  expect((await browser.get('/api/comfort')).body).toEqual(DARK);
  expect(cookieOf(browser)).toEqual(DARK);
});

test('a cookie that this site did not write changes no choice', async () => {
  const { username, user } = await registered(api);
  const browser = someone(api);
  browser.cookies.set('stillwater_comfort', encodeURIComponent('{"theme":"<script>","text":9}'));
  await logIn(browser, username);
  expect(await rowsOf(user.id)).toMatchObject([{ theme: 'system', text_size: 'normal', motion: 'system' }]);
});

test.each([{ ...DARK, theme: 'pink' }, { ...DARK, text: 2 }, { ...DARK, captions: 'yes' }, {}])(
  'choices that there are not are refused: %j',
  async (body) => {
    const visitor = api.visitor();
    expect((await visitor.put('/api/comfort', body)).status).toBe(400);
    expect(cookieOf(visitor)).toBeNull();
  },
);

test('the choices are part of one’s own data and go with the account', async () => {
  const { client, user } = await registered(api);
  expect((await client.get('/api/user/data')).body.comfort).toBeNull();
  await client.put('/api/comfort', DARK);
  expect((await client.get('/api/user/data')).body.comfort).toEqual(DARK);
  await client.delete('/api/user', { password: GOOD_PASSWORD });
  expect(await rowsOf(user.id)).toEqual([]);
});

test('a page is the same bytes whatever a reader has chosen', async () => {
  const visitor = api.visitor();
  const before = await visitor.get('/api/oceans');
  await visitor.put('/api/comfort', DARK);
  const after = await visitor.get('/api/oceans');
  expect(after.text).toBe(before.text);
  expect(after.headers['set-cookie']).toBeUndefined();
});
