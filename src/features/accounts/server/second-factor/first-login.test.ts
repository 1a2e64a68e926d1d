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
