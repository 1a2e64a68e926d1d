import { afterEach, expect, test, vi } from 'vitest';
import { anAccount, GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { plansOf } from '#test/database/plans.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TestClient } from '#test/test-api.ts';
import { insertPasskey } from '../passkeys/passkeys.ts';
import { endTokensOf, pendingAddress } from './email-tokens.ts';

const api = setUpApi();

afterEach(() => {
  vi.useRealTimers();
});

const verify = (client: TestClient, body: object) => client.post('/api/user/email/verify', body);
const ask = (client: TestClient, email: string, currentPassword = GOOD_PASSWORD) =>
  client.post('/api/user/email', { email, currentPassword });

test('the link in the registration’s mail proves the address, once', async () => {
  const { client, email, user } = await registered(api, { email: 'Prove.Me@Example.org' });
  const { token } = await lastMailTo(api, email);
  expect((await client.get('/api/user/account')).body.pendingEmail).toBe('prove.me@example.org');
  const { status, body } = await verify(client, { token });
  expect({ status, body }).toEqual({ status: 200, body: { ...user, emailVerified: true } });
  expect((await client.get('/api/user/account')).body.pendingEmail).toBeNull();
  expect((await verify(client, { token })).status).toBe(410);
});

test('the code proves the address too; five wrong codes end it', async () => {
  const { client, email } = await registered(api);
  const { code } = await lastMailTo(api, email);
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await verify(client, { code: wrong })).status).toBe(410);
  expect((await verify(client, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).body.emailVerified).toBe(
    true,
  );

  const guesser = await registered(api);
  const mail = await lastMailTo(api, guesser.email);
  const bad = mail.code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n += 1) await verify(guesser.client, { code: bad });
  expect((await verify(guesser.client, { code: mail.code })).status).toBe(410);
});

test('a malformed code is refused with its own text', async () => {
  const { client } = await registered(api);
  const { status, body } = await verify(client, { code: '12' });
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: 'Enter the six digits of the code',
  });
});

test('a link works for a day, and opening its page changes nothing', async () => {
  const { client, email } = await registered(api);
  const { token } = await lastMailTo(api, email);
  await client.get(`/verify-email?token=${token}`);
  await client.get('/api/user/email/verify');
  vi.useFakeTimers({ now: Date.now() + 24 * 60 * 60_000 + 1000, toFake: ['Date'] });
  expect((await verify(client, { token })).status).toBe(410);
});

test('visitors and other accounts cannot redeem a link', async () => {
  const mine = await registered(api);
  const stranger = await registered(api);
  const { token } = await lastMailTo(api, mine.email);
  expect((await verify(someone(api), { token })).status).toBe(401);
  expect((await verify(stranger.client, { token })).status).toBe(410);
  expect((await stranger.client.get('/api/user')).body.email).toBe(stranger.email);
  expect((await verify(mine.client, { token })).status).toBe(200);
});

test('a new address replaces the old one only when it is proven', async () => {
  const { client, email } = await registered(api);
  await verify(client, { token: (await lastMailTo(api, email)).token });
  expect((await ask(client, 'New.Home@example.org', 'Wrong-guess-1')).status).toBe(400);
  expect((await ask(client, 'New.Home@example.org', '')).status).toBe(400);
  expect((await ask(client, 'New.Home@example.org')).status).toBe(204);
  expect((await client.get('/api/user')).body).toMatchObject({ email, emailVerified: true });
  const { token } = await lastMailTo(api, 'New.Home@example.org');
  expect((await verify(client, { token })).body).toMatchObject({
    email: 'new.home@example.org',
    emailVerified: true,
  });
  expect((await lastMailTo(api, email)).subject).toBe('Your Stillwater email was changed');
});

test('a taken address is a conflict, at the request and at the proof', async () => {
  const { client } = await registered(api);
  const other = await registered(api);
  const taken = await ask(client, other.email.toUpperCase());
  expect({ status: taken.status, message: taken.body.message }).toEqual({
    status: 409,
    message: 'Email already in use',
  });
  const contested = anAccount();
  await ask(client, contested.email);
  const { token } = await lastMailTo(api, contested.email);
  await registered(api, contested);
  expect((await verify(client, { token })).status).toBe(409);
});

test('a new request ends the earlier link, whatever its address', async () => {
  const { client, email } = await registered(api);
  const first = await lastMailTo(api, email);
  await ask(client, 'elsewhere@example.org');
  expect((await verify(client, { token: first.token })).status).toBe(410);
  await ask(client, email);
  expect((await verify(client, { token: (await lastMailTo(api, email)).token })).status).toBe(200);
});

test('the pending address gets another link without the password; other addresses need it', async () => {
  const { client } = await registered(api);
  const [pending, other] = [anAccount().email, anAccount().email];
  expect((await ask(client, pending, '')).status).toBe(400);
  await ask(client, pending);
  const first = await lastMailTo(api, pending);
  expect((await ask(client, other, '')).status).toBe(400);
  expect((await ask(client, pending.toUpperCase(), '')).status).toBe(204);
  expect((await verify(client, { token: first.token })).status).toBe(410);
  const { token } = await lastMailTo(api, pending.toUpperCase());
  expect((await verify(client, { token })).body.email).toBe(pending);
  // After the proof, the next change needs the password again.
  expect((await ask(client, other, '')).status).toBe(400);
});

test('mails to one address are limited per hour, over all accounts', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { client } = await registered(api);
    statuses.push((await ask(client, 'Stranger@example.org')).status);
  }
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
});

test('mails of one account are limited per hour; a proven address gets none', async () => {
  const { client, email } = await registered(api);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await ask(client, email)).status);
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  await verify(client, { token: (await lastMailTo(api, email)).token });
  const count = async () =>
    (await api.database.db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).length;
  const before = await count();
  const { status, body } = await ask(client, email.toUpperCase());
  expect({ status, body }).toMatchObject({ status: 200, body: { email, emailVerified: true } });
  expect(await count()).toBe(before);
});

test('taken addresses count as well, so that nobody can try many', async () => {
  const taken = (await registered(api)).email;
  const { client } = await registered(api);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await ask(client, taken)).status);
  expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
});

test('an account without a password, signed in a moment ago, cannot try many addresses either', async () => {
  const taken = (await registered(api)).email;
  const { email } = await registered(api);
  const client = someone(api);
  for (let n = 0; n < 2; n += 1) await client.send('POST', '/api/email-signup', { email });
  await client.send('POST', '/api/email-signup/verify', { token: (await lastMailTo(api, email)).token });
  expect((await client.get('/api/user/account')).body.hasPassword).toBe(false);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await ask(client, taken, '')).status);
  expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
});

/* Pre-hijacking: an attacker registers a stranger's address and waits for its owner. */

test('the owner of an address takes over an account that a stranger registered with it', async () => {
  const squatter = await registered(api, { email: 'victim@example.org' });
  const second = someone(api);
  await second.send('POST', '/api/login', { username: squatter.username, password: GOOD_PASSWORD });
  await ask(squatter.client, 'squatter@evil.example');
  const change = await lastMailTo(api, 'squatter@evil.example');
  const { db } = api.database;
  const passkeys = db.selectFrom('passkeys').selectAll().where('user_id', '=', squatter.user.id);
  await insertPasskey(db, {
    user_id: squatter.user.id,
    credential_id: 'of-the-stranger',
    public_key: 'k',
    user_handle: 'h',
    sign_count: 0,
    name: 'Key',
    transports: [],
    isBackedUp: false,
  });

  const owner = someone(api);
  await owner.send('POST', '/api/email-signup', { email: 'victim@example.org' });
  await owner.send('POST', '/api/email-signup', { email: 'victim@example.org' });
  const { token } = await lastMailTo(api, 'victim@example.org');
  const redeemed = await owner.send('POST', '/api/email-signup/verify', { token });
  expect(redeemed.body).toEqual({ email: 'victim@example.org', signedIn: true });
  expect((await owner.get('/api/user')).body).toMatchObject({ id: squatter.user.id, emailVerified: true });

  for (const client of [squatter.client, second]) expect((await client.get('/api/user')).status).toBe(401);
  const login = { username: squatter.username, password: GOOD_PASSWORD };
  expect((await someone(api).send('POST', '/api/login', login)).status).toBe(401);
  expect(await passkeys.execute()).toEqual([]);
  // The stranger's pending change of address has ended too.
  expect((await verify(owner, { token: change.token })).status).toBe(410);
});

test('a link signs in no administrator who has never proven the address', async () => {
  const { email, user } = await registered(api);
  await api.database.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute();
  const stranger = someone(api);
  for (let n = 0; n < 2; n += 1) await stranger.send('POST', '/api/email-signup', { email });
  const { token } = await lastMailTo(api, email);
  const redeemed = await stranger.send('POST', '/api/email-signup/verify', { token });
  expect(redeemed.body).toEqual({ email, signedIn: false });
  expect((await stranger.get('/api/user')).status).toBe(401);
});

test('opening the link of a stranger’s registration proves nothing for the stranger', async () => {
  const squatter = await registered(api, { email: 'kind@example.org' });
  const { token } = await lastMailTo(api, 'kind@example.org');
  await verify(someone(api), { token });
  expect((await verify((await registered(api)).client, { token })).status).toBe(410);
  expect((await squatter.client.get('/api/user')).body.emailVerified).toBe(false);
  // The link is valid, but only for its own account.
  expect((await verify(squatter.client, { token })).body.emailVerified).toBe(true);
});

test('a proven account keeps its password when its owner signs in by a link', async () => {
  const { client, email, username } = await registered(api);
  await verify(client, { token: (await lastMailTo(api, email)).token });
  const phone = someone(api);
  for (let n = 0; n < 2; n += 1) await phone.send('POST', '/api/email-signup', { email });
  await phone.send('POST', '/api/email-signup/verify', { token: (await lastMailTo(api, email)).token });
  expect((await phone.get('/api/user')).body.username).toBe(username);
  expect((await client.get('/api/user')).status).toBe(200);
  const login = { username, password: GOOD_PASSWORD };
  expect((await someone(api).send('POST', '/api/login', login)).status).toBe(200);
});

test('the mailed links of an account are found in an index', async () => {
  const { db } = api.database;
  const plans = await plansOf(db, async () => {
    await pendingAddress(db, 1);
    await endTokensOf(db, 1);
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans)
    expect(plan).toMatch(/SEARCH .*email_tokens_user .*=|email_tokens_user .*\n *Index Cond: /);
});
