import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { GOOD_PASSWORD, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi({ adminSecondFactor: 'required' });

test('a new password in the login without a second factor keeps that login, and gives no other', async () => {
  const { user, username } = await registered(api);
  await api.database.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute();
  const logIn = (password: string, client = someone(api)) =>
    client.send('POST', '/api/login', { username, password });
  const client = someone(api);
  expect((await logIn(GOOD_PASSWORD, client)).status).toBe(200);
  const password = 'Another-Quiet-Harbour-28';
  const changed = await client.put('/api/user/password', { currentPassword: GOOD_PASSWORD, password });
  expect(changed.status).toBe(200);
  expect((await client.get('/api/user')).status).toBe(200);
  expect((await logIn(password)).body.code).toBe('second-factor-missing');
});

test('a role that is taken away and given again helps an editor who has lost the app', async () => {
  const admin = await api.signedIn('admin');
  const { user, username } = await registered(api);
  const become = (role: string) =>
    admin.patch(`/api/people/account/${user.id}`, { role, lastChange: Number.MAX_SAFE_INTEGER });
  const client = someone(api);
  const logIn = (by = someone(api)) => by.send('POST', '/api/login', { username, password: GOOD_PASSWORD });
  await become('editor');
  expect((await logIn(client)).status).toBe(200);
  const started = await client.post('/api/user/second-factor/secret', { currentPassword: GOOD_PASSWORD });
  const code = new TOTP({ secret: Secret.fromBase32(started.body.secret) }).generate();
  expect((await client.put('/api/user/second-factor', { code })).status).toBe(200);
  await become('admin');
  expect((await logIn()).body.code).toBe('second-factor-required');
  await become('member');
  expect(await api.database.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([]);
  expect(await api.database.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
  await become('editor');
  expect((await logIn()).status).toBe(200);
  expect((await logIn()).body.code).toBe('second-factor-missing');
});
