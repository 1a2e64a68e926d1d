import { afterEach, expect, test, vi } from 'vitest';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { countStatements } from '#test/database/statements.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { RESET_LINKS_A_DAY } from '../../contract/rate-limits.ts';

const NEW_PASSWORD = 'Another-Harbour-31';

const api = setUpApi();

afterEach(() => {
  vi.useRealTimers();
});

const forgot = (email: string, client = someone(api)) =>
  client.send('POST', '/api/password/forgot', { email });
const reset = (token: string, password = NEW_PASSWORD, client = someone(api)) =>
  client.send('POST', '/api/password/reset', { token, password });
const login = (username: string, password: string, client = someone(api)) =>
  client.send('POST', '/api/login', { username, password });

async function askForReset(email: string) {
  await forgot(email);
  return lastMailTo(api, email);
}

const mailsWaiting = (email: string) =>
  api.database.db
    .selectFrom('mails')
    .select(['subject'])
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .where('subject', 'like', 'Reset your Stillwater password%')
    .execute();

/** Counts links and mails, sent or unsent. */
async function countRows(): Promise<number> {
  const { db } = api.database;
  const tokens = await db.selectFrom('email_tokens').select('id').execute();
  const mails = await db.selectFrom('mails').select('id').execute();
  return tokens.length + mails.length;
}

test('a mailed link replaces a forgotten password and signs in', async () => {
  const { email, username, user } = await registered(api);
  const { token, text } = await askForReset(email);
  expect(text).toContain(`http://localhost:3000/reset-password#token=${token}`);
  const client = someone(api);
  const { status, body } = await reset(token, NEW_PASSWORD, client);
  // The link also proves the address.
  expect({ status, body }).toEqual({ status: 200, body: { ...user, emailVerified: true } });
  expect((await client.get('/api/user')).body.id).toBe(user.id);
  expect((await login(username, NEW_PASSWORD)).status).toBe(200);
  expect((await login(username, GOOD_PASSWORD)).status).toBe(401);
});

test('known and unknown addresses get one response after the same work', async () => {
  const { email } = await registered(api);
  // The first call of a process does extra work.
  await forgot('warm-up@example.org');
  const outcomes = [];
  for (const address of [email, 'nobody@example.org']) {
    const before = await countRows();
    const counter = countStatements(api.database);
    const { status, text, headers } = await forgot(address);
    const statements = counter.stop();
    const written = (await countRows()) - before;
    outcomes.push({ status, text, type: headers['content-type'], statements, written });
  }
  expect(outcomes[0]).toMatchObject({ status: 204, text: '', written: 2 });
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(await mailsWaiting(email)).toHaveLength(1);
  expect(await mailsWaiting('nobody@example.org')).toHaveLength(0);
});

test('reset links to an address have the same limit with and without an account', async () => {
  const { email } = await registered(api);
  for (const address of [email, 'still-nobody@example.org']) {
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await forgot(address)).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
  }
});

test('reset links to a mailbox have a limit over a day, too', async () => {
  const { email } = await registered(api);
  expect((await forgot(email)).status).toBe(204);
  await api.database.db
    .updateTable('rate_limits')
    .set({ count: RESET_LINKS_A_DAY.max })
    .where('key', 'like', `${RESET_LINKS_A_DAY.name}:%`)
    .execute();
  expect((await forgot(email)).status).toBe(429);
});

test('a reset link works once, for 15 minutes, until a newer one is sent', async () => {
  const { email } = await registered(api);
  const first = await askForReset(email);
  const second = await askForReset(email);
  expect((await reset(first.token)).status).toBe(410);
  expect((await reset(second.token)).status).toBe(200);
  const again = await reset(second.token, 'Third-Harbour-99');
  expect(again.status).toBe(410);
  expect(again.body.message).toContain('expired or was already used');
  const third = await askForReset(email);
  vi.useFakeTimers({ now: Date.now() + 15 * 60_000 + 1000, toFake: ['Date'] });
  expect((await reset(third.token)).status).toBe(410);
});

test('parallel uses of one reset link make one session', async () => {
  const { email, user } = await registered(api);
  const { token } = await askForReset(email);
  const client = someone(api);
  const answers = await Promise.all(Array.from({ length: 50 }, () => reset(token, NEW_PASSWORD, client)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const sessions = await api.database.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute();
  expect(sessions).toHaveLength(1);
});

test('a refused password does not use up the link', async () => {
  const { email } = await registered(api);
  const { token } = await askForReset(email);
  expect((await reset(token, 'weak')).body.message).toContain('Password must be at least 8 characters and');
  expect((await reset(token, 'Password123')).status).toBe(400);
  expect((await reset(token)).status).toBe(200);
});

test('a reset ends all sessions and pending changes of address', async () => {
  const squatter = await registered(api);
  await squatter.client.post('/api/user/email', {
    email: 'mine-now@evil.example',
    currentPassword: GOOD_PASSWORD,
  });
  const proof = await lastMailTo(api, 'mine-now@evil.example');
  const { token } = await askForReset(squatter.email);
  await reset(token);
  expect((await squatter.client.get('/api/user')).status).toBe(401);
  const { client } = await loggedIn(squatter.username, NEW_PASSWORD);
  expect((await client.post('/api/user/email/verify', { token: proof.token })).status).toBe(410);
  expect((await client.get('/api/user')).body.email).toBe(squatter.email);
});

test('a reset link to a former address of the account does not work', async () => {
  const { email, user } = await registered(api);
  const { token } = await askForReset(email);
  await api.database.db
    .updateTable('users')
    .set({ email: 'new-home@example.org', email_key: 'new-home@example.org' })
    .where('id', '=', user.id)
    .execute();
  expect((await reset(token)).status).toBe(410);
});

async function loggedIn(username: string, password: string) {
  const client = someone(api);
  expect((await login(username, password, client)).status).toBe(200);
  return { client };
}

test('changing the password needs the current one, ends other sessions and renews this one', async () => {
  const { client, username } = await registered(api);
  const other = (await loggedIn(username, GOOD_PASSWORD)).client;
  const change = (currentPassword: string, password: string) =>
    client.put('/api/user/password', { currentPassword, password });
  for (const wrong of ['', 'Wrong-guess-1']) {
    const { status, body } = await change(wrong, NEW_PASSWORD);
    expect({ status, issues: body.issues }).toEqual({
      status: 400,
      issues: [{ path: 'currentPassword', message: 'This is not your current password' }],
    });
  }
  expect((await change(GOOD_PASSWORD, 'weak')).status).toBe(400);
  expect((await change(GOOD_PASSWORD, 'Password1')).status).toBe(400);
  expect((await other.get('/api/user')).status).toBe(200);

  const before = client.cookies.get('stillwater_session');
  expect((await change(GOOD_PASSWORD, NEW_PASSWORD)).status).toBe(200);
  expect(client.cookies.get('stillwater_session')).not.toBe(before);
  expect((await client.get('/api/user')).status).toBe(200);
  expect((await other.get('/api/user')).status).toBe(401);
  expect((await login(username, GOOD_PASSWORD)).status).toBe(401);
  expect((await login(username, NEW_PASSWORD)).status).toBe(200);
});

test('a new password ends the open links of the account, except the proof of its own address', async () => {
  const { client, email } = await registered(api);
  const own = await lastMailTo(api, email);
  await client.post('/api/user/email', { email: 'next@example.org', currentPassword: GOOD_PASSWORD });
  // A request for another address ends the earlier proof. This reopens its row.
  await api.database.db
    .updateTable('email_tokens')
    .set({ expires_at: Date.now() + 60_000 })
    .execute();
  const next = await lastMailTo(api, 'next@example.org');
  const { token } = await askForReset(email);
  const change = { currentPassword: GOOD_PASSWORD, password: NEW_PASSWORD };
  expect((await client.put('/api/user/password', change)).status).toBe(200);
  // The present address is unproven, so it may be a stranger's.
  expect((await lastMailTo(api, email)).token).toBe(token);
  expect((await reset(token)).status).toBe(410);
  const verify = (proof: string) => client.post('/api/user/email/verify', { token: proof });
  expect((await verify(next.token)).status).toBe(410);
  expect((await verify(own.token)).status).toBe(200);
});

test('an account without a password sets one without a current password', async () => {
  const { client, username, user } = await registered(api);
  await api.database.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();
  expect((await client.get('/api/user/account')).body.hasPassword).toBe(false);
  expect((await client.put('/api/user/password', { password: NEW_PASSWORD })).status).toBe(200);
  expect((await login(username, NEW_PASSWORD)).status).toBe(200);
  expect((await client.get('/api/user/account')).body.hasPassword).toBe(true);
});

test('of two concurrent changes one wins, and the other gets 409', async () => {
  const { client } = await registered(api);
  const { body } = await client.get('/api/csrf-token');
  const change = (password: string) =>
    client.send(
      'PUT',
      '/api/user/password',
      { currentPassword: GOOD_PASSWORD, password },
      { 'csrf-token': body.csrfToken },
    );
  const answers = await Promise.all([change('Tide-one-11'), change('Tide-two-22')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('guesses at the current password are limited', async () => {
  const { client } = await registered(api);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push(
      (
        await client.put('/api/user/password', {
          currentPassword: `Wrong-guess-${n}`,
          password: NEW_PASSWORD,
        })
      ).status,
    );
  expect(statuses.at(-1)).toBe(429);
  expect(new Set(statuses.slice(0, 10))).toEqual(new Set([400]));
});
