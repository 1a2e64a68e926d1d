import { expect, test } from 'vitest';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { PasskeyPeer } from '#test/authenticator-peer.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type TestClient } from '#test/test-api.ts';
import { ACCOUNT_SWEEPS } from '../sweep.ts';
import { type PasskeyRow, passkeysOf, recordUse } from './passkeys.ts';

const HERE = { origin: PUBLIC_URL };

const api = setUpApi();

const db = () => api.database.db;
const creation = async (client: TestClient) =>
  (await client.post('/api/user/passkeys/options', { currentPassword: GOOD_PASSWORD })).body;
const request = async (client: TestClient) => (await client.post('/api/passkeys/options', {})).body;

async function addPasskey(client: TestClient, name = 'Laptop', passkey = new PasskeyPeer()) {
  const response = passkey.create(await creation(client), HERE);
  const answer = await client.post('/api/user/passkeys', { name, response });
  if (answer.status !== 201) throw new Error(answer.text);
  return { passkey, entry: answer.body };
}

async function withPasskey() {
  const account = await registered(api);
  return { ...account, ...(await addPasskey(account.client)) };
}

const signIn = (client: TestClient, response: unknown) => client.post('/api/passkeys/sign-in', response);

test('a passkey logs in without a name or a password, and as often as wanted', async () => {
  const { passkey, user, username } = await withPasskey();
  for (let times = 0; times < 2; times += 1) {
    const client = someone(api);
    const { status, body } = await signIn(client, passkey.get(await request(client), HERE));
    expect({ status, body }).toMatchObject({ status: 200, body: { id: user.id, username } });
    expect((await client.get('/api/user')).body).toMatchObject({ username });
  }
});

test('several passkeys have names, and a removed one does not log in', async () => {
  const { client, passkey } = await withPasskey();
  const phone = await addPasskey(client, '  My phone  ');
  expect((await client.get('/api/user/passkeys')).body).toMatchObject([
    { name: 'Laptop', lastUsedAt: null, backedUp: false },
    { name: 'My phone', createdAt: expect.any(String) },
  ]);
  const path = `/api/user/passkeys/${phone.entry.id}`;
  const wrong = await client.delete(path, { currentPassword: 'Not-the-one-1' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong-password' } });
  expect((await client.delete(path, { currentPassword: GOOD_PASSWORD })).status).toBe(204);
  expect((await client.delete(path, { currentPassword: GOOD_PASSWORD })).status).toBe(404);
  const browser = someone(api);
  const refused = await signIn(browser, phone.passkey.get(await request(browser), HERE));
  expect(refused).toMatchObject({ status: 401, body: { code: 'passkey-unknown' } });
  expect((await signIn(browser, passkey.get(await request(browser), HERE))).status).toBe(200);
  const [used] = (await client.get('/api/user/passkeys')).body;
  expect(used.lastUsedAt).toEqual(expect.any(String));
});

test('a passkey is renamed by its owner only', async () => {
  const { client, entry } = await withPasskey();
  const path = `/api/user/passkeys/${entry.id}`;
  const renamed = await client.patch(path, { name: ' Old laptop ' });
  expect(renamed).toMatchObject({ status: 200, body: { id: entry.id, name: 'Old laptop' } });
  for (const name of ['', 'x'.repeat(61), 'a\u0000b'])
    expect((await client.patch(path, { name })).status).toBe(400);
  const { client: stranger } = await registered(api);
  expect((await stranger.patch(path, { name: 'Mine' })).status).toBe(404);
  expect((await client.get('/api/user/passkeys')).body).toMatchObject([{ name: 'Old laptop' }]);
});

test('a new passkey needs the password, and nobody removes a stranger’s', async () => {
  const { entry } = await withPasskey();
  const { client } = await registered(api);
  const options = await client.post('/api/user/passkeys/options', { currentPassword: 'Not-the-one-1' });
  expect(options).toMatchObject({ status: 400, body: { code: 'wrong-password' } });
  const removal = await client.delete(`/api/user/passkeys/${entry.id}`, { currentPassword: GOOD_PASSWORD });
  expect(removal.status).toBe(404);
});

test('a challenge works once, and only for the account that asked for it', async () => {
  const { client } = await registered(api);
  const other = await registered(api);
  const options = await creation(client);
  const response = new PasskeyPeer().create(options, HERE);
  const add = (from: TestClient) => from.post('/api/user/passkeys', { name: 'Key', response });
  expect(await add(other.client)).toMatchObject({ status: 410, body: { code: 'passkey-expired' } });
  expect((await add(client)).status).toBe(201);
  expect((await add(client)).status).toBe(410);

  const { passkey } = await withPasskey();
  const browser = someone(api);
  const used = passkey.get(await request(browser), HERE);
  expect((await signIn(browser, used)).status).toBe(200);
  expect(await signIn(someone(api), used)).toMatchObject({ status: 410, body: { code: 'passkey-expired' } });
});

test('of parallel responses to one challenge one logs in', async () => {
  const { passkey } = await withPasskey();
  const options = await request(someone(api));
  const responses = [1, 2, 3].map(() => passkey.get(options, HERE));
  const answers = await Promise.all(responses.map((response) => signIn(someone(api), response)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an expired challenge is refused, and swept away', async () => {
  const { passkey } = await withPasskey();
  const browser = someone(api);
  const response = passkey.get(await request(browser), HERE);
  await db().updateTable('passkey_challenges').set({ expires_at: Date.now() }).execute();
  expect((await signIn(browser, response)).status).toBe(410);
  await ACCOUNT_SWEEPS.challenges(db());
  expect(await db().selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
});

test.each([
  { wrong: 'another origin', ceremony: { origin: 'https://stillwater.example' } },
  { wrong: 'another port of the host', ceremony: { origin: 'http://localhost:3001' } },
  { wrong: 'another relying party', ceremony: { ...HERE, rpId: 'example.org' } },
  { wrong: 'no user verification', ceremony: { ...HERE, userVerified: false } },
])('a response with $wrong is refused', async ({ ceremony }) => {
  const { client, passkey } = await withPasskey();
  const browser = someone(api);
  const refused = await signIn(browser, passkey.get(await request(browser), ceremony));
  expect(refused).toMatchObject({ status: 401, body: { code: 'passkey-refused' } });
  expect((await browser.get('/api/user')).status).toBe(401);
  const response = new PasskeyPeer().create(await creation(client), ceremony);
  const answer = await client.post('/api/user/passkeys', { name: 'Key', response });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
});

test('a sign count that does not grow is refused: the key may be a copy', async () => {
  const { passkey } = await withPasskey();
  const use = async (signCount: number) => {
    const browser = someone(api);
    return (await signIn(browser, passkey.get(await request(browser), { ...HERE, signCount }))).status;
  };
  expect(await use(9)).toBe(200);
  expect(await use(9)).toBe(401);
  expect(await use(3)).toBe(401);
  expect(await use(10)).toBe(200);
});

test('a response with another key or for another person is refused', async () => {
  const { passkey } = await withPasskey();
  const stranger = await withPasskey();
  const browser = someone(api);
  const forged = { ...stranger.passkey.get(await request(browser), HERE), id: passkey.id, rawId: passkey.id };
  expect((await signIn(browser, forged)).status).toBe(401);
  const options = await request(browser);
  const misnamed = passkey.get(options, { ...HERE, userHandle: 'c29tZWJvZHk' });
  expect((await signIn(browser, misnamed)).status).toBe(401);
});

test('of two uses at one moment with one sign count, the second is refused', async () => {
  const { user, client } = await withPasskey();
  await addPasskey(client, 'Phone');
  const [row, other] = await passkeysOf(db(), user.id);
  const use = () => recordUse(db(), row as PasskeyRow, { signCount: 2, isBackedUp: false });
  expect([await use(), await use()]).toEqual([true, false]);
  expect((await passkeysOf(db(), user.id))[1]).toEqual(other);
});

test('a passkey belongs to one account, and an account has at most 20', async () => {
  const { passkey } = await withPasskey();
  const other = await registered(api);
  const again = passkey.create(await creation(other.client), HERE);
  expect(await other.client.post('/api/user/passkeys', { name: 'Mine', response: again })).toMatchObject({
    status: 409,
    body: { code: 'passkey-known' },
  });
  const row = await db().selectFrom('passkeys').selectAll().executeTakeFirstOrThrow();
  await db()
    .insertInto('passkeys')
    .values(
      Array.from({ length: 20 }, (_, n) => ({
        ...row,
        id: undefined,
        user_id: other.user.id,
        credential_id: `many-${n}`,
      })),
    )
    .execute();
  const full = await other.client.post('/api/user/passkeys/options', { currentPassword: GOOD_PASSWORD });
  expect(full).toMatchObject({ status: 409, body: { code: 'too-many-passkeys' } });
});

test('broken responses are refused as bad input', async () => {
  const { client, passkey } = await withPasskey();
  const whole = passkey.get(await request(client), HERE);
  for (const broken of [
    {},
    { ...whole, id: 'a b' },
    { ...whole, response: { ...whole.response, signature: 7 } },
  ])
    expect((await signIn(client, broken)).status).toBe(400);
  const junk = {
    ...whole,
    response: { ...whole.response, clientDataJSON: 'AAAA', authenticatorData: 'AAAA' },
  };
  expect((await signIn(client, junk)).status).toBe(401);
  const nameless = await client.post('/api/user/passkeys', { name: ' ', response: {} });
  expect(nameless.body.issues[0]).toEqual({
    path: 'name',
    message: 'Give this passkey a name, such as “My phone”',
  });
});

test('a proven address gets a mail about a new passkey', async () => {
  const { client, email } = await registered(api);
  await client.post('/api/user/email/verify', { token: (await lastMailTo(api, email)).token });
  await addPasskey(client, 'A key on a ring');
  const { subject, text } = await lastMailTo(api, email);
  expect(subject).toBe('A passkey was added to your Stillwater account');
  expect(text).toContain('“A key on a ring”');
});

test('the download of one’s data names the passkeys, and a deleted account leaves none', async () => {
  const { client, user } = await withPasskey();
  const { body, text } = await client.get('/api/user/data');
  expect(body.passkeys).toEqual([
    {
      name: 'Laptop',
      credentialId: expect.any(String),
      createdAt: expect.any(String),
      lastUsedAt: null,
      backedUp: false,
    },
  ]);
  const [row] = await db().selectFrom('passkeys').selectAll().where('user_id', '=', user.id).execute();
  expect(text).not.toContain(row?.public_key);
  await client.delete('/api/user', { password: GOOD_PASSWORD });
  expect(await db().selectFrom('passkeys').selectAll().where('user_id', '=', user.id).execute()).toEqual([]);
});

test('the owner of an address who resets the password gets rid of a stranger’s passkeys', async () => {
  const { email, passkey } = await withPasskey();
  const owner = someone(api);
  await owner.post('/api/password/forgot', { email });
  const { token } = await lastMailTo(api, email);
  expect((await owner.post('/api/password/reset', { token, password: 'Another-Harbour-5' })).status).toBe(
    200,
  );
  const browser = someone(api);
  expect((await signIn(browser, passkey.get(await request(browser), HERE))).status).toBe(401);
});

test('a passkey of a proven account outlives a reset of the password', async () => {
  const { client, email, passkey } = await withPasskey();
  await client.post('/api/user/email/verify', { token: (await lastMailTo(api, email)).token });
  await client.post('/api/password/forgot', { email });
  const { token } = await lastMailTo(api, email);
  expect((await client.post('/api/password/reset', { token, password: 'Another-Harbour-5' })).status).toBe(
    200,
  );
  const browser = someone(api);
  expect((await signIn(browser, passkey.get(await request(browser), HERE))).status).toBe(200);
});

test('a mailbox takes no passkey from an administrator, also when the address was never proven', async () => {
  const { email, username, user, passkey } = await withPasskey();
  await db().updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute();
  const owner = someone(api);
  for (let time = 0; time < 2; time += 1) await owner.send('POST', '/api/email-signup', { email });
  const link = await lastMailTo(api, email);
  const entered = await owner.send('POST', '/api/email-signup/verify', { token: link.token });
  expect(entered).toMatchObject({ status: 200, body: { signedIn: false } });
  await db().updateTable('users').set({ email_verified_at: 1 }).where('id', '=', user.id).execute();
  await owner.post('/api/password/forgot', { email });
  const { token } = await lastMailTo(api, email);
  const password = 'Another-Harbour-5';
  expect((await owner.post('/api/password/reset', { token, password })).status).toBe(204);
  const login = await someone(api).send('POST', '/api/login', { username, password });
  expect(login.body.code).toBe('passkey-required');
  const browser = someone(api);
  expect((await signIn(browser, passkey.get(await request(browser), HERE))).status).toBe(200);
});
