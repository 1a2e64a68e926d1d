import { expect, test } from 'vitest';
import { anAccount, GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi();

const register = (body: object, client = someone(api)) => client.send('POST', '/api/register', body);

test('registering creates a free account and signs in', async () => {
  const client = someone(api);
  const { status, body } = await register(
    { username: ' Maren Okafor ', email: 'Maren@Example.org', password: GOOD_PASSWORD },
    client,
  );
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    username: 'Maren Okafor',
    email: 'Maren@Example.org',
    emailVerified: false,
    role: 'free',
  });
  expect((await client.get('/api/user')).body).toEqual(body);
});

test('the role is free, whatever the request says', async () => {
  for (const role of ['admin', 'subscriber', 7, null, ['admin']]) {
    const { status, body } = await register({ ...anAccount(), role });
    expect({ status, role: body.role }).toEqual({ status: 201, role: 'free' });
  }
});

test('all problems are reported with the specification’s texts', async () => {
  const bad = await register({ username: 'mo', email: 'maren@', password: 'short' });
  expect(bad.status).toBe(400);
  expect(bad.body.issues).toEqual([
    { path: 'username', message: 'Username must be at least 3 characters' },
    { path: 'email', message: 'Please enter a valid email' },
    {
      path: 'password',
      message: 'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.',
    },
  ]);
  const { body } = await register({});
  expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(['username', 'email', 'password']);
});

test('a name is one line without hidden characters', async () => {
  for (const part of [
    '\0',
    '\n',
    '\u200b',
    '\u202e',
    '\u2028',
    '\u2029',
    '\ud800',
    '\u00ad',
    '\u3164',
    '\u2800',
  ]) {
    const { status, body } = await register(anAccount({ username: `Maren${part}Okafor` }));
    const message = 'Username must not contain invisible characters';
    expect([status, body.issues], JSON.stringify(part)).toEqual([400, [{ path: 'username', message }]]);
  }
});

test('a weak password is refused with the server’s text', async () => {
  for (const password of [
    '',
    'Short1',
    'Seven-7',
    'alllower1',
    'ALLUPPER1',
    'NoDigitsHere',
    undefined,
    12345678,
  ]) {
    const { status, body } = await register(anAccount({ password: password as string }));
    expect(status, String(password)).toBe(400);
    expect(body.message).toBe(
      'Password must be at least 8 characters and contain uppercase, lowercase, and numbers.',
    );
    expect(body.issues[0].path).toBe('password');
  }
});

test('eight characters are enough', async () => {
  expect((await register(anAccount({ password: 'Xk9-vQ2m' }))).status).toBe(201);
});

test('passwords have at most 128 characters, and the last one counts', async () => {
  const long = `Aa1${'x'.repeat(125)}`;
  const { username } = await registered(api, { password: long });
  const login = (password: string) => someone(api).send('POST', '/api/login', { username, password });
  expect((await login(long)).status).toBe(200);
  expect((await login(`${long.slice(0, -1)}y`)).status).toBe(401);
  const { status, body } = await register(anAccount({ password: `${long}x` }));
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: 'Password must be at most 128 characters',
  });
});

test('common passwords, and the account’s own name and address, are refused', async () => {
  for (const password of ['Password1', 'P@ssw0rd123', 'Qwerty123', 'Welcome2024!', '1Qaz2wsx', 'Aa123456']) {
    const { status, body } = await register(anAccount({ password }));
    expect(status, password).toBe(400);
    expect(body.issues).toEqual([{ path: 'password', message: body.message }]);
    expect(body.message).toContain('This password is too common');
  }
  const own = { username: 'Harbour77', email: 'Quay7@example.org' };
  for (const password of ['hArbour77', 'QUAY7@example.org'])
    expect((await register(anAccount({ ...own, password }))).status, password).toBe(400);
  expect((await register(anAccount({ password: 'Calm-tide-over-42-stones' }))).status).toBe(201);
});

test('a taken name or address is a conflict, in any case', async () => {
  const first = await registered(api);
  const name = await register(anAccount({ username: first.username.toUpperCase() }));
  expect({ status: name.status, message: name.body.message }).toEqual({
    status: 409,
    message: 'Username already exists',
  });
  expect(name.body.issues).toEqual([{ path: 'username', message: 'Username already exists' }]);
  const email = await register(anAccount({ email: first.email.toUpperCase() }));
  expect({ status: email.status, message: email.body.message }).toEqual({
    status: 409,
    message: 'Email already in use',
  });
});

test('parallel registrations of one name make one account, one session and one mail', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      register(anAccount({ username: 'The-One', email: `one-${n}@example.org` })),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  const { db } = api.database;
  const users = await db.selectFrom('users').selectAll().where('username_key', '=', 'the-one').execute();
  expect(users).toHaveLength(1);
  const userId = users[0]?.id ?? 0;
  expect(await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()).toHaveLength(1);
  const mails = await db.selectFrom('mails').selectAll().where('recipient', 'like', 'one-%').execute();
  expect(mails).toHaveLength(1);
});

test('registering queues the mail that proves the address, without the username', async () => {
  const { email, username } = await registered(api, { username: 'Buy now at evil.example' });
  const mail = await lastMailTo(api, email);
  expect(mail.subject).toBe('Confirm your email for Stillwater');
  expect(mail.text).toContain('http://localhost:3000/verify-email#token=');
  expect(mail.code).toMatch(/^\d{6}$/);
  expect(mail.text + mail.html).not.toContain(username);
});

test('registrations per caller are limited, with Retry-After', async () => {
  const flood = someone(api);
  const statuses = new Set<number>();
  const taken = await registered(api);
  for (let n = 0; n < 30; n += 1)
    statuses.add((await register(anAccount({ username: taken.username }), flood)).status);
  expect([...statuses]).toEqual([409]);
  const refused = await register(anAccount(), flood);
  expect(refused.status).toBe(429);
  expect(refused.body.message).toContain('Too many account creation attempts');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await register(anAccount())).status).toBe(201);
  const rows = await api.database.db
    .selectFrom('rate_limits')
    .selectAll()
    .where('key', 'like', 'register:ip:%')
    .execute();
  expect(Math.max(...rows.map(({ count }) => count))).toBe(31);
});

test('a cross-site request cannot register', async () => {
  const client = someone(api);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }] as Record<
    string,
    string
  >[])
    expect((await client.send('POST', '/api/register', anAccount(), headers)).status).toBe(403);
});
