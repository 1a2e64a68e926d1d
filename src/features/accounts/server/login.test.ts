import { verify } from '@node-rs/argon2';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { GOOD_PASSWORD, registered, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { hashPassword, passwordMatches } from './password/passwords.ts';
import { signInProven } from './session/sign-in.ts';

/** Hundreds of argon2 runs take seconds on an idle machine, and many times as long under load. */
const SLOW = { timeout: 120_000 };

/** The real library, with counts of its calls and of concurrent runs. */
const counts = vi.hoisted(() => {
  // Test files of one process share modules. These must load again, with the counting library.
  vi.resetModules();
  return { running: 0, peak: 0 };
});
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const counted =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      counts.running += 1;
      counts.peak = Math.max(counts.peak, counts.running);
      try {
        return await work(...args);
      } finally {
        counts.running -= 1;
      }
    };
  return { ...real, hash: counted(real.hash), verify: vi.fn(counted(real.verify)) };
});

const api = setUpApi();
afterAll(async () => {
  vi.resetModules();
});
beforeEach(() => {
  vi.mocked(verify).mockClear();
});

const login = (username: string, password: string, client = someone(api)) =>
  client.send('POST', '/api/login', { username, password });

test('a name in any case and its password sign in', async () => {
  const { username, user } = await registered(api);
  const client = someone(api);
  const { status, body } = await login(` ${username.toUpperCase()} `, GOOD_PASSWORD, client);
  expect({ status, body }).toEqual({ status: 200, body: user });
  expect((await client.get('/api/user')).body).toEqual(user);
});

test('a wrong password and an unknown name get the same response after one verification each', async () => {
  const { username } = await registered(api);
  const wrong = await login(username, 'Wrong-password-1');
  expect(verify).toHaveBeenCalledTimes(1);
  const unknown = await login('nobody-at-all', 'Wrong-password-1');
  expect(verify).toHaveBeenCalledTimes(2);
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid username or password' } });
  expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
  // Equal parameters mean equal times.
  const parameters = vi
    .mocked(verify)
    .mock.calls.map(([hash]) => /^\$argon2id\$[^$]+\$[^$]+/.exec(String(hash))?.[0]);
  expect(parameters[0]).toBeDefined();
  expect(parameters[1]).toBe(parameters[0]);
});

test('an account without a valid hash accepts no password', async () => {
  const { username } = await registered(api);
  for (const hash of [null, '', 'none', '$argon2id$broken']) {
    await api.database.db
      .updateTable('users')
      .set({ password_hash: hash })
      .where('username', '=', username)
      .execute();
    expect((await login(username, GOOD_PASSWORD)).status, String(hash)).toBe(401);
  }
});

test('an invalid login is refused with the specification’s texts', async () => {
  const { status, body } = await login('mo', 'short');
  expect({ status, issues: body.issues }).toEqual({
    status: 400,
    issues: [
      { path: 'username', message: 'Username must be at least 3 characters' },
      { path: 'password', message: 'Password must be at least 8 characters' },
    ],
  });
  const nothing = await someone(api).send('POST', '/api/login', {});
  expect(nothing.body.issues.map(({ message }: { message: string }) => message)).toEqual([
    'Username must be at least 3 characters',
    'Password must be at least 8 characters',
  ]);
});

test('an empty password returns the signed-in user and signs nobody in', async () => {
  const { client, username, user } = await registered(api);
  await api.database.db.updateTable('users').set({ role: 'subscriber' }).where('id', '=', user.id).execute();
  const refreshed = await login(username, '', client);
  expect(refreshed).toMatchObject({ status: 200, body: { id: user.id, role: 'subscriber' } });
  expect(refreshed.headers['set-cookie']).toBeUndefined();
  const other = await registered(api);
  const stranger = someone(api);
  for (const attempt of [await login(username, '', stranger), await login(username, '', other.client)]) {
    expect(attempt.status).toBe(401);
    expect(attempt.headers['set-cookie']).toBeUndefined();
  }
});

test('guesses at a name are limited per caller; the owner can log in from elsewhere', async () => {
  const { username } = await registered(api);
  const guesser = someone(api);
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => login(username, `Wrong-guess-${n}`, guesser)),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  const refused = guesses.find(({ status }) => status === 429);
  expect(refused?.body.message).toContain('Too many login attempts');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await login(username, GOOD_PASSWORD, guesser)).status).toBe(429);
  expect((await login(username, GOOD_PASSWORD)).status).toBe(200);
});

test('the limit holds for unknown names too', async () => {
  const guesser = someone(api);
  for (let n = 0; n < 10; n += 1) await login('ghost', 'Wrong-guess-1', guesser);
  expect((await login('ghost', 'Wrong-guess-1', guesser)).status).toBe(429);
});

test('a caller has fifty guesses over all names; successful logins do not count', SLOW, async () => {
  const { username } = await registered(api);
  const caller = someone(api);
  for (let n = 0; n < 60; n += 1) expect((await login(username, GOOD_PASSWORD, caller)).status).toBe(200);
  const statuses: number[] = [];
  for (let n = 0; n < 51; n += 1) statuses.push((await login(`name-${n}`, 'Wrong-guess-1', caller)).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.at(-1)).toBe(429);
});

test('an IPv6 network counts as one caller', async () => {
  const { username } = await registered(api);
  const statuses: number[] = [];
  for (let n = 1; n <= 11; n += 1) {
    const client = api.visitor(`2001:db8:1:2::${n.toString(16)}`);
    statuses.push((await login(username, 'Wrong-guess-1', client)).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect((await login(username, 'Wrong-guess-1', api.visitor('2001:db8:1:3::1'))).status).toBe(401);
});

test('a login fails when the address’s owner takes over during its verification', async () => {
  const { username, email, user } = await registered(api);
  const real = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
  vi.mocked(verify).mockImplementationOnce(async (...args) => {
    const matches = await real.verify(...args);
    const request = { reader: VISITOR, headers: { 'user-agent': 'the owner' } } as FastifyRequest;
    await api.database.db
      .transaction()
      .execute((transaction) => signInProven(transaction, email, request, []));
    return matches;
  });
  expect((await login(username, GOOD_PASSWORD)).status).toBe(401);
  const sessions = await api.database.db
    .selectFrom('sessions')
    .select('user_agent')
    .where('user_id', '=', user.id)
    .execute();
  expect(sessions).toEqual([{ user_agent: 'the owner' }]);
});

test('concurrent hashes run two at a time, and all finish', async () => {
  counts.peak = 0;
  const hash = await hashPassword(GOOD_PASSWORD);
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => passwordMatches(hash, GOOD_PASSWORD)),
    ...Array.from({ length: 6 }, () => passwordMatches(null, GOOD_PASSWORD)),
    ...Array.from({ length: 6 }, () => hashPassword('x').then(() => true)),
  ]);
  expect(answers.filter(Boolean)).toHaveLength(18);
  expect(counts.peak).toBe(2);
});

test('hashes beyond the queue are refused with Retry-After', SLOW, async () => {
  const flood = await Promise.allSettled(Array.from({ length: 230 }, () => hashPassword('x')));
  const refused = flood.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused).toHaveLength(28);
  expect(refused[0]?.reason).toMatchObject({ status: 503, retryAfter: 5 });
});
