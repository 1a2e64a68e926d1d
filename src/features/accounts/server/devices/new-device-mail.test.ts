import { expect, test } from 'vitest';
import { GOOD_PASSWORD, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type TestClient } from '#test/test-api.ts';
import { NEW_DEVICE_MAILS } from '../../contract/rate-limits.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/140.0.0.0 Mobile Safari/537.36';

const api = setUpApi();

const db = () => api.database.db;

async function proven() {
  const account = await registered(api);
  await db().updateTable('users').set({ email_verified_at: 1 }).where('id', '=', account.user.id).execute();
  return account;
}

const login = (client: TestClient, username: string) =>
  client.send('POST', '/api/login', { username, password: GOOD_PASSWORD }, { 'user-agent': CHROME });

const mailsTo = (email: string) =>
  db()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('subject', 'like', 'New login%')
    .execute();

test('a login on a new device is mailed once, with browser, system, time and what to do', async () => {
  const { client, username, email } = await proven();
  expect(await mailsTo(email)).toEqual([]);
  await client.post('/api/logout');
  await login(client, username);
  expect(await mailsTo(email)).toEqual([]);

  const phone = someone(api);
  expect((await login(phone, username)).status).toBe(200);
  await phone.post('/api/logout');
  expect((await login(phone, username)).status).toBe(200);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/Chrome on Android, on \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M UTC/);
  expect(mails[0]?.text).toContain(`${PUBLIC_URL}/account`);
  expect(mails[0]?.text).toContain('“Log out everywhere”');
  expect(mails[0]?.text).toContain(`${PUBLIC_URL}/forgot-password`);
  expect(mails[0]?.text).not.toContain(username);
});

test('an address that is not proven gets no mail: it may be a stranger’s', async () => {
  const { username, email } = await registered(api);
  expect((await login(someone(api), username)).status).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
});

test('a browser without cookies logs in as often as it wants, and causes few mails', async () => {
  const { username, email } = await proven();
  for (let times = 0; times <= NEW_DEVICE_MAILS.max; times += 1)
    expect((await login(someone(api), username)).status).toBe(200);
  expect(await mailsTo(email)).toHaveLength(NEW_DEVICE_MAILS.max);
});

test('a device is new to each account of its own', async () => {
  const first = await proven();
  const second = await proven();
  expect((await login(first.client, second.username)).status).toBe(200);
  expect(await mailsTo(second.email)).toHaveLength(1);
  expect(await mailsTo(first.email)).toEqual([]);
});
