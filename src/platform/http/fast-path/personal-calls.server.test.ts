import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwoWays, type TwoWays } from '#test/fast-path/two-ways.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { cookieOf, insertTiers } from '#test/tiers-fixture.ts';

/*
 * Serves every personal call by the fast path (over a connection) and without it (`inject` uses only the
 * router). Both responses must be equal.
 */

let ways: TwoWays;
beforeAll(async () => {
  ways = await startTwoWays();
  await insertTiers(ways.api);
  ways.api.database.version.invalidate();
});
afterAll(() => ways.stop());

/** Valid and invalid queries of calls that need one. */
const QUERIES: Record<string, string[]> = {
  '/api/favorites/check': ['?itemType=droplet&itemId=1', '?itemType=droplet&itemId=2', '?itemId=x', ''],
  '/api/favorites/check-many': ['?items=droplet:1,wave:1', '?items=none', '?items=wave:1&items=wave:1'],
};

const personalUrls = () =>
  ways.api.app.endpoints
    .filter(({ personal }) => personal)
    .flatMap(({ path }) => (QUERIES[path] ?? ['', '?unknown=1']).map((query) => path + query));

/**
 * A member with favorites, progress, and an address with a bound entry. The names of two roles have letters
 * of two and of three bytes.
 */
async function aMember(role: 'free' | 'subscriber' | 'admin'): Promise<SignedInClient> {
  const name = { free: 'Asa', subscriber: 'Åsa', admin: '静か' }[role];
  const id = Math.random();
  const member = await ways.api.signedIn(role, {
    username: `${name} ${id}`,
    email: `${role}-${id}@example.org`,
  });
  for (const itemId of [1, 4]) await member.post('/api/favorites', { itemType: 'droplet', itemId });
  for (const itemType of ['wave', 'ocean']) await member.post('/api/favorites', { itemType, itemId: 1 });
  const report = { dropletId: 1, position: 900, furthest: 900, seenAt: 1_000, at: 2_000 };
  await member.put('/api/progress', { reports: [report] });
  return member;
}

/** Decodes a body in base64. */
const textOf = ({ body }: { body: string }) => Buffer.from(body, 'base64').toString();

test.each(['free', 'subscriber', 'admin'] as const)(
  'the fast path sends a member what the router sends, for every call and encoding: %s',
  async (role) => {
    const { withFastPath, withoutFastPath } = ways;
    const { cookie = '' } = cookieOf(await aMember(role));
    let answered = 0;
    for (const url of personalUrls())
      for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip']) {
        const headers = { cookie, accept: '*/*', 'accept-encoding': encoding };
        const slow = await withoutFastPath('GET', url, headers);
        const { tookFastPath, ...quick } = await withFastPath('GET', url, headers);
        expect(quick, `${url} ${encoding}`).toEqual(slow);
        expect(tookFastPath, `${url} ${encoding}`).toBe(slow.status === 200);
        if (tookFastPath) answered += 1;
        const head = await withFastPath('HEAD', url, headers);
        expect({ ...head, tookFastPath: undefined, body: slow.body }).toEqual(slow);
      }
    expect(answered).toBeGreaterThan(20);
  },
);

test('no member gets another member’s response', async () => {
  const [mine, theirs] = [await aMember('free'), await aMember('free')];
  await mine.post('/api/favorites', { itemType: 'droplet', itemId: 2 });
  const ask = (member: SignedInClient, url: string) =>
    ways.withFastPath('GET', url, { ...cookieOf(member), 'accept-encoding': 'identity' });
  for (let time = 0; time < 3; time += 1) {
    expect(textOf(await ask(mine, '/api/user'))).toContain(mine.user.username);
    expect(textOf(await ask(theirs, '/api/user'))).toContain(theirs.user.username);
    expect(JSON.parse(textOf(await ask(mine, '/api/favorites')))).toHaveLength(5);
    expect(JSON.parse(textOf(await ask(theirs, '/api/favorites')))).toHaveLength(4);
  }
});

test('a write is visible in the next response, and an ended session is refused', async () => {
  const member = await aMember('free');
  const ask = () =>
    ways.withFastPath('GET', '/api/favorites', { ...cookieOf(member), 'accept-encoding': 'identity' });
  await ask();
  expect(JSON.parse(textOf(await ask()))).toHaveLength(4);
  await member.delete('/api/favorites', { itemType: 'ocean', itemId: 1 });
  const after = await ask();
  expect([after.tookFastPath, JSON.parse(textOf(after)).length]).toEqual([true, 3]);
  await ways.api.database.db.deleteFrom('sessions').where('user_id', '=', member.user.id).execute();
  expect((await ask()).status).toBe(401);
});

test('the next response is for the role that the account has now', async () => {
  const member = await aMember('free');
  const { db } = ways.api.database;
  const ask = async () => {
    const answer = await ways.withFastPath('GET', '/api/user', {
      ...cookieOf(member),
      'accept-encoding': 'identity',
    });
    return [answer.tookFastPath, JSON.parse(textOf(answer)).role];
  };
  for (const role of ['free', 'subscriber', 'free', 'admin'] as const) {
    await db.updateTable('users').set({ role }).where('id', '=', member.user.id).execute();
    for (let times = 0; times < 2; times += 1) expect(await ask()).toEqual([true, role]);
  }
});

test('the router binds a member’s unbound entry to their address', async () => {
  const member = await aMember('free');
  const { stillwater_session: session } = Object.fromEntries(member.cookies);
  const ask = (entry: string) =>
    ways.withFastPath('GET', '/api/user', { cookie: `stillwater_session=${session}${entry}` });
  for (const entry of ['', '; stillwater_entered=1'])
    for (let time = 0; time < 2; time += 1) {
      const { tookFastPath, headers } = await ask(entry);
      expect(tookFastPath).toBe(false);
      expect(String(headers['set-cookie'])).toContain('stillwater_entered=');
    }
  expect((await ask(`; stillwater_entered=${member.cookies.get('stillwater_entered')}`)).tookFastPath).toBe(
    true,
  );
});

test('an overloaded process leaves personal calls to the router, which sheds them', async () => {
  const member = await aMember('free');
  const ask = () => ways.withFastPath('GET', '/api/favorites', cookieOf(member) as { cookie: string });
  await ask();
  const { lifecycle } = ways.api.app;
  const { isOverloaded } = lifecycle;
  lifecycle.isOverloaded = () => true;
  try {
    expect((await ask()).tookFastPath).toBe(false);
  } finally {
    lifecycle.isOverloaded = isOverloaded;
  }
  expect((await ask()).tookFastPath).toBe(true);
});
