import { expect, test } from 'vitest';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { createOrPromoteAdmin, ensureFirstAdmin } from '../first-admin.ts';
import { setDisabled } from './disable-account.ts';

const api = setUpApi();

const login = (username: string) =>
  someone(api).send('POST', '/api/login', { username, password: GOOD_PASSWORD });

test('a disabled account is logged out at its next request, and nothing signs in to it', async () => {
  const { db } = api.database;
  const { username, email, client, user } = await registered(api);
  await someone(api).send('POST', '/api/password/forgot', { email });
  const { token } = await lastMailTo(api, email);
  expect((await setDisabled(db, username.toUpperCase(), true))?.id).toBe(user.id);
  expect((await client.get('/api/user')).status).toBe(401);
  expect(await login(username)).toMatchObject({ status: 403, body: { code: 'access-revoked' } });
  const reset = { token, password: 'Another-Harbour-28' };
  expect((await someone(api).send('POST', '/api/password/reset', reset)).status).toBe(410);

  await someone(api).send('POST', '/api/password/forgot', { email });
  const later = { ...reset, token: (await lastMailTo(api, email)).token };
  expect((await someone(api).send('POST', '/api/password/reset', later)).status).toBe(403);
  expect((await login(username)).status).toBe(403);
  await setDisabled(db, username, false);
  // The refused reset changed nothing.
  expect((await login(username)).status).toBe(200);
  const actions = await db
    .selectFrom('audit_log')
    .select('action')
    .where('item_type', '=', 'account')
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['revoked', 'granted']);
});

test('the last administrator cannot be disabled, and an unknown name disables nobody', async () => {
  const { db } = api.database;
  await ensureFirstAdmin(db, { username: 'keeper', email: undefined, password: GOOD_PASSWORD });
  await expect(setDisabled(db, 'keeper', true)).rejects.toMatchObject({ code: 'last-admin' });
  expect((await login('keeper')).status).toBe(200);
  expect(await setDisabled(db, 'nobody', true)).toBeUndefined();
});

test('the command that makes an administrator of a disabled account enables it', async () => {
  const { db } = api.database;
  const { username } = await registered(api);
  await setDisabled(db, username, true);
  await createOrPromoteAdmin(db, { username, email: undefined, password: undefined });
  expect(await login(username)).toMatchObject({ status: 200, body: { role: 'admin' } });
});
