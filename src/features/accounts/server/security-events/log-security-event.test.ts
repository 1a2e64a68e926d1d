import { expect, test } from 'vitest';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi({ logLevel: 'info', production: true, printLog: (line) => lines.push(line) });

const lines: string[] = [];

const eventsOf = (userId: number | undefined) =>
  lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'security event' && line.userId === userId)
    .map(({ securityEvent, by, level }) => [securityEvent, by ?? null, level]);

const INFO = 30;
const WARN = 40;
const NETWORK_ADDRESS = /\b(10|127)\.\d+\.\d+\.\d+\b/;

test('the application log has what concerns an account’s security, without name and addresses', async () => {
  const { client, user, username, email } = await registered(api);
  await client.put('/api/user/password', { currentPassword: GOOD_PASSWORD, password: 'Another-Harbour-5' });
  await client.get('/api/user/data');
  await someone(api).send('POST', '/api/login', { username, password: 'Not-the-one-1' });
  const again = someone(api);
  await again.send('POST', '/api/login', { username, password: 'Another-Harbour-5' });
  await again.delete('/api/user/sessions');
  await again.send('POST', '/api/password/forgot', { email });
  const { token } = await lastMailTo(api, email);
  await again.send('POST', '/api/password/reset', { token, password: GOOD_PASSWORD });
  await again.delete('/api/user', { password: GOOD_PASSWORD });
  expect(eventsOf(user.id)).toEqual([
    ['registered', null, INFO],
    ['password-changed', null, INFO],
    ['data-exported', null, INFO],
    ['login-failed', 'password', WARN],
    ['login', 'password', INFO],
    ['sessions-ended', null, INFO],
    ['password-reset', null, INFO],
    ['account-deleted', null, INFO],
  ]);
  const text = lines.join('\n');
  expect(text).not.toContain(username);
  expect(text).not.toContain(email);
  expect(text).not.toMatch(NETWORK_ADDRESS);
});

test('what an administrator does is logged without the addresses that it concerns', async () => {
  const admin = await api.signedIn('admin');
  const email = 'somebody-else@example.org';
  await someone(api).send('POST', '/api/email-signup', { email });
  const [{ id }] = (await admin.get('/api/email-signups')).body;
  await admin.patch(`/api/email-signups/${id}`, { hasAccess: false });
  await admin.patch(`/api/email-signups/${id}`, { hasAccess: true });
  await admin.post('/api/settings', { key: 'a.setting', value: email, category: 'general' });
  await admin.get(`/api/email-signups.csv?search=${email}`);
  await admin.delete(`/api/email-signups/${id}`);
  expect(eventsOf(admin.user.id)).toEqual([
    ['signup-revoked', null, INFO],
    ['signup-restored', null, INFO],
    ['settings-changed', null, INFO],
    ['site-data-exported', 'email-signups.csv', INFO],
    ['signup-erased', null, INFO],
  ]);
  const text = lines.join('\n');
  expect(text).not.toContain(email);
  expect(text).not.toMatch(NETWORK_ADDRESS);
});

test('a login with an unknown name is a failure without an account', async () => {
  await someone(api).send('POST', '/api/login', { username: 'nobody-here', password: 'Not-the-one-1' });
  expect(eventsOf(undefined)).toEqual([['login-failed', 'password', WARN]]);
  expect(lines.join('\n')).not.toContain('nobody-here');
});
