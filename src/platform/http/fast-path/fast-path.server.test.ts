import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { listen, type Wire } from '#test/peers/wire.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { cookieOf, insertTiers, SECRET } from '#test/tiers-fixture.ts';
import { DAY, MINUTE } from '../../text/time-units.ts';

/* Two nodes over one database. */

const PATH = '/api/oceans/2';

interface Node {
  api: TestApi;
  ask: Wire;
  /** Requests that have reached the router. */
  routed: number;
}

let [a, b] = [] as unknown as [Node, Node];
let remove: () => Promise<void>;

async function startNode(database: Database, querySync = database.querySync): Promise<Node> {
  const api = await startTestApi({ database, version: database.version, querySync });
  const node = { api, ask: undefined as unknown as Wire, routed: 0 };
  api.app.addHook('onRequest', async () => {
    node.routed += 1;
  });
  node.ask = await listen(api);
  return node;
}

beforeAll(async () => {
  const shared = await openSharedDatabase(2);
  remove = shared.remove;
  const [one, other] = shared.opened as [Database, Database];
  a = await startNode(one);
  b = await startNode(other);
  await insertTiers(a.api);
  one.version.invalidate();
});
afterAll(async () => {
  await a.api.stop();
  await b.api.stop();
  await remove();
});

const read = async (node: Node, reader: SignedInClient) => (await node.ask(PATH, cookieOf(reader))).text;

/**
 * Caches the response for these readers at a node. Returns a function that counts the routed requests since.
 */
async function warmUp(node: Node, ...readers: SignedInClient[]): Promise<() => number> {
  for (let time = 0; time < 2; time += 1) {
    await node.ask(PATH);
    for (const reader of readers) await read(node, reader);
  }
  const before = node.routed;
  return () => node.routed - before;
}

test('the fast path sends cached responses to visitors and members', async () => {
  const member = await a.api.signedIn('subscriber');
  const routed = await warmUp(a, member);
  for (let time = 0; time < 5; time += 1) {
    expect(await read(a, member)).toContain(SECRET);
    expect((await a.ask(PATH)).text).not.toContain(SECRET);
  }
  expect(routed()).toBe(0);
});

test('a request with a body goes to the router, which disconnects clients that never end it', async () => {
  const routed = await warmUp(a);
  expect((await a.ask(PATH)).status).toBe(200);
  expect(routed()).toBe(0);
  expect((await a.ask(PATH, { 'transfer-encoding': 'chunked' })).status).toBe(200);
  expect(routed()).toBe(1);
});

const ends: [string, (member: SignedInClient) => Promise<unknown>][] = [
  ['a logout', (member) => member.post('/api/logout')],
  [
    'the end of all sessions',
    ({ user }) => a.api.database.db.deleteFrom('sessions').where('user_id', '=', user.id).execute(),
  ],
  [
    'a role that was revoked',
    ({ user }) =>
      a.api.database.db.updateTable('users').set({ role: 'free' }).where('id', '=', user.id).execute(),
  ],
  [
    'a subscription that has expired',
    ({ user }) =>
      a.api.database.db
        .updateTable('users')
        .set({ subscriber_until: Date.now() })
        .where('id', '=', user.id)
        .execute(),
  ],
  [
    'a grant that has ended',
    async (member) => {
      const set = (granted_until: number) =>
        a.api.database.db
          .updateTable('users')
          .set({ role: 'free', granted_until })
          .where('id', '=', member.user.id)
          .execute();
      await set(Date.now() + MINUTE);
      for (const node of [a, b]) expect(await read(node, member)).toContain(SECRET);
      await set(Date.now());
    },
  ],
  [
    'a deleted account',
    ({ user }) => a.api.database.db.deleteFrom('users').where('id', '=', user.id).execute(),
  ],
];
test.each(ends)('%s takes effect at the next request, at this node and at the other', async (_, end) => {
  const free = await a.api.signedIn('free');
  for (let time = 0; time < 5; time += 1) {
    const member = await a.api.signedIn('subscriber');
    const cookie = cookieOf(member);
    const routed = [await warmUp(a, member, free), await warmUp(b, member, free)];
    for (const node of [a, b]) expect((await node.ask(PATH, cookie)).text).toContain(SECRET);
    expect(routed.map((count) => count())).toEqual([0, 0]);
    await end(member);
    for (const node of time % 2 ? [a, b] : [b, a])
      expect((await node.ask(PATH, cookie)).text).not.toContain(SECRET);
  }
});

const change = (member: SignedInClient, values: { created_at?: number; last_seen_at?: number }) =>
  a.api.database.db.updateTable('sessions').set(values).where('user_id', '=', member.user.id).execute();
const sessionsOf = (member: SignedInClient) =>
  a.api.database.db.selectFrom('sessions').selectAll().where('user_id', '=', member.user.id).execute();

test('“last seen” is updated once a minute, also for members whose responses are cached', async () => {
  const member = await a.api.signedIn('subscriber');
  await warmUp(a, member);
  const before = Date.now();
  await change(member, { last_seen_at: before - 2 * MINUTE });
  expect(await read(a, member)).toContain(SECRET);
  await expect
    .poll(async () => (await sessionsOf(member))[0]?.last_seen_at, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(before);
  const routed = await warmUp(a, member);
  await read(a, member);
  expect(routed()).toBe(0);
});

test('an expired session gives no access and is deleted', async () => {
  for (const over of [{ created_at: Date.now() - 31 * DAY }, { last_seen_at: Date.now() - 8 * DAY }]) {
    const member = await a.api.signedIn('subscriber');
    await warmUp(a, member);
    await change(member, over);
    expect(await read(a, member)).not.toContain(SECRET);
    expect(await sessionsOf(member)).toEqual([]);
  }
});

test('a request whose session cannot be looked up at once goes to the router', async () => {
  const unable = () => () => {
    throw new Error('the file is busy');
  };
  const node = await startNode({ ...a.api.database, close: async () => {} }, unable);
  const member = await a.api.signedIn('subscriber');
  for (let time = 0; time < 3; time += 1) expect(await read(node, member)).toContain(SECRET);
  expect(node.routed).toBe(3);
  await node.api.stop();
});

test('an entry is checked without the router, and its revocation takes effect at both nodes', async () => {
  const browser = a.api.visitor('10.3.0.1');
  const email = 'fast@example.org';
  await browser.send('POST', '/api/email-signup', { email });
  const admin = await a.api.signedIn('admin');
  const ask = (node: Node) => node.ask(PATH, cookieOf(browser));
  for (const node of [a, b]) for (let time = 0; time < 3; time += 1) await ask(node);
  const before = a.routed + b.routed;
  for (const node of [a, b]) expect((await ask(node)).status).toBe(200);
  expect(a.routed + b.routed).toBe(before);
  const { body } = await admin.get(`/api/email-signups?search=${email}`);
  await admin.patch(`/api/email-signups/${body[0].id}`, { hasAccess: false });
  // Others have fetched the same: the response is cached, but the revoked entries are not loaded yet.
  await warmUp(a);
  expect((await ask(a)).status).toBe(403);
  // The other node reads the version from the database.
  await expect.poll(async () => (await ask(b)).status).toBe(403);
});
