import type { FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '#test/database/test-database.ts';
import type { Database, Db } from '../../database/open.ts';
import type { RequestLimit, Subject } from '../contract/rate-limit.ts';
import { RequestLimits } from './rate-limits.ts';

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());
afterEach(() => void vi.useRealTimers());
const logged: unknown[][] = [];
const log = { warn: (...line: unknown[]) => logged.push(line) };
beforeEach(async () => {
  logged.length = 0;
  await db.deleteFrom('rate_limits').execute();
});

const limitBy = (...by: Subject[]): RequestLimit => ({ name: 'guesses', max: 2, window: 60_000, by });

const limitsOf = (body: object, userId: number | null = null) =>
  new RequestLimits(
    db,
    { ip: '::ffff:192.0.2.7', reader: { userId }, log } as unknown as FastifyRequest,
    body,
  );

const counters = () => db.selectFrom('rate_limits').select(['key', 'count']).orderBy('key').execute();

test.each<[Subject[], number | null, string]>([
  [['caller'], null, 'guesses:192.0.2.7'],
  [['caller', 'body.username'], null, 'guesses:192.0.2.7|maren'],
  [['caller', 'account'], 5, 'guesses:192.0.2.7|5'],
  [['account'], 5, 'guesses:5'],
  [['body.email'], 5, 'guesses:maren@example.org'],
  [['reader'], 5, 'guesses:user:5'],
  [['reader'], null, 'guesses:192.0.2.7'],
])('a limit by %j of user %j counts under %s, as nodes of other versions do', async (by, userId, key) => {
  await limitsOf({ username: 'Maren', email: 'Maren@Example.org' }, userId).spend(limitBy(...by));
  expect(await counters()).toEqual([{ key, count: 1 }]);
});

test('an IPv6 caller counts for its /64, /56 and /48, with 1, 4 and 16 times the uses', async () => {
  const from = (ip: string) =>
    new RequestLimits(db, { ip, reader: { userId: null }, log } as unknown as FastifyRequest, {});
  const limit = limitBy('caller');
  const refusals = async (addresses: string[]) => {
    const results = [];
    for (const ip of addresses)
      results.push(
        await from(ip)
          .spend(limit)
          .then(
            () => 200,
            ({ status }) => status,
          ),
      );
    return results.filter((status) => status === 429).length;
  };
  await from('2001:db8:7:12ff::1').spend(limit);
  expect(await counters()).toEqual([
    { key: 'guesses:2001:db8:7:1200::/56', count: 1 },
    { key: 'guesses:2001:db8:7:12ff::/64', count: 1 },
    { key: 'guesses:2001:db8:7::/48', count: 1 },
  ]);
  await db.deleteFrom('rate_limits').execute();
  const nets = (count: number, of: (n: string) => string) =>
    Array.from({ length: count }, (_, n) => of(n.toString(16)));
  // Each from another /64: of one /56, and of one /48 with a /56 each.
  expect(await refusals(nets(9, (n) => `2001:db8:1:${n}::1`))).toBe(1);
  expect(await refusals(nets(33, (n) => `2001:db8:2:${n}00::1`))).toBe(1);
  expect(logged).toHaveLength(2);
});

test('a limit by mailbox ignores a + suffix', async () => {
  for (const email of ['Maren@example.org', 'maren+a@example.org'])
    await limitsOf({ email }).spend(limitBy('mailbox.email'));
  expect(await counters()).toEqual([{ key: 'guesses:maren@example.org', count: 2 }]);
});

test('the first refusal of a window is logged, without the subject', async () => {
  const limits = limitsOf({ username: 'maren' });
  const limit = limitBy('body.username');
  for (let n = 0; n < 6; n += 1) await limits.spend(limit, { userId: 7 }).catch(() => {});
  expect(logged).toEqual([[{ limit: 'guesses', userId: 7 }, 'a rate limit is reached']]);
});

test('one use too many gets 429 with the limit’s text, and the time until the next one', async () => {
  const limit = { ...limitBy('caller'), message: 'Too many guesses.' };
  const limits = limitsOf({});
  await limits.spend(limit);
  await limits.spend(limit);
  const refused = { code: 'rate-limited', message: 'Too many guesses.', retryAfter: 60 };
  await expect(limits.spend(limit)).rejects.toMatchObject(refused);
});

test('a window that began before the clock was set back has ended', async () => {
  const limit = limitBy('caller');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 0) });
  for (let n = 0; n < limit.max; n += 1) await limitsOf({}).spend(limit);
  await expect(limitsOf({}).spend(limit)).rejects.toMatchObject({ code: 'rate-limited' });
  vi.setSystemTime(Date.UTC(2026, 0));
  await limitsOf({}).spend(limit);
  expect(await counters()).toMatchObject([{ count: 1 }]);
  // The clocks of nodes differ a little.
  vi.setSystemTime(Date.now() - limit.window / 2);
  await limitsOf({}).spend(limit);
  expect(await counters()).toMatchObject([{ count: 2 }]);
});

test('a call that leaves the field empty is not counted', async () => {
  const limit = { ...limitBy('caller'), unlessEmpty: 'password' };
  await limitsOf({ password: '' }).spend(limit);
  expect(await counters()).toEqual([]);
  await limitsOf({ password: 'Quiet-Harbour-27' }).spend(limit);
  expect(await counters()).toHaveLength(1);
});

test('a success takes its own use back, or clears them all', async () => {
  const limits = limitsOf({});
  const limit = limitBy('caller');
  await limits.spend(limit);
  await limits.spend(limit);
  await limits.giveBack(limit);
  expect(await counters()).toMatchObject([{ count: 1 }]);
  await limits.giveBack(limit);
  await limits.giveBack(limit);
  expect(await counters()).toMatchObject([{ count: 0 }]);
  await limits.forgive(limit);
  expect(await counters()).toEqual([]);
});
