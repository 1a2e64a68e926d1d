import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { listen, type Wire } from '#test/peers/wire.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import { insertTiers } from '#test/tiers-fixture.ts';
import { CachePurger } from './cache-purger.ts';

/* A node behind two shared caches that record what they receive: a Varnish, and a CDN's API. */

interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let shared: Awaited<ReturnType<typeof openSharedDatabase>>;
let cache: Server;
let url: string;
let status = 200;
const received: Received[] = [];
let api: TestApi;
let ask: Wire;

const startNode = (database: Database) =>
  startTestApi({
    database,
    version: database.version,
    querySync: database.querySync,
    sharedCaches: {
      addresses: [
        { method: 'PURGE', url: `${url}/` },
        { method: 'POST', url: `${url}/purge` },
      ],
      token: 'secret-token',
    },
  });

beforeAll(async () => {
  cache = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ method: request.method ?? '', headers: request.headers, body });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(cache, 'listening');
  url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}`;
  shared = await openSharedDatabase(2);
  api = await startNode(shared.opened[0] as Database);
  await insertTiers(api);
  api.database.version.invalidate();
  ask = await listen(api);
});
afterAll(async () => {
  await api.stop();
  await (shared.opened[1] as Database).close();
  await shared.remove();
  cache.close();
});
beforeEach(() => {
  status = 200;
});

const of = (method: string) => received.filter((one) => one.method === method);
const version = async () =>
  (await api.database.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;
const rename = async (title: string) =>
  expect((await (await api.signedIn('admin')).put('/api/oceans/1', { title })).status).toBe(200);

/** Generous, because a machine under load may take many times as long as a purge does. */
const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });

test('a starting node purges responses of an older build', async () => {
  await poll(() => of('PURGE')[0]?.headers['surrogate-key']).toBe('content media');
  await poll(() => JSON.parse(of('POST')[0]?.body ?? '{}')).toEqual({ tags: ['content', 'media'] });
  expect(of('POST')[0]?.headers).toMatchObject({
    authorization: 'Bearer secret-token',
    'surrogate-key': 'content media',
  });
  expect(of('PURGE')[0]?.headers.authorization).toBeUndefined();
});

test('a write purges with its version, and a failed purge is retried until it succeeds', async () => {
  status = 500;
  await rename('Purged');
  const now = String(await version());
  const since = received.length;
  const heard = (method: string) => of(method).filter((one) => received.indexOf(one) >= since);
  await poll(() => heard('POST').length).toBeGreaterThan(1);
  status = 200;
  const before = received.length;
  const taken = () => received.slice(before).filter(({ method }) => method === 'PURGE');
  await poll(() => taken().some(({ headers }) => headers['x-content-version'] === now)).toBe(true);
  expect(taken()[0]?.headers['surrogate-key']).toBe('media');
  await poll(() => received.slice(before).some(({ method }) => method === 'POST')).toBe(true);
});

test('a cache that does not respond delays no purge of another', async () => {
  // Requests that wait for a response, each for two seconds.
  let waiting = 0;
  const heard: { version: unknown; waiting: number }[] = [];
  const silent = createServer((_request, response) => {
    waiting += 1;
    response.once('close', () => {
      waiting -= 1;
    });
  }).listen(0, '127.0.0.1');
  const other = createServer((request, response) => {
    heard.push({ version: request.headers['x-content-version'], waiting });
    response.end();
  }).listen(0, '127.0.0.1');
  await Promise.all([once(silent, 'listening'), once(other, 'listening')]);
  let current = 1;
  const purger = new CachePurger({
    addresses: [silent, other].map((server) => ({
      method: 'PURGE' as const,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    })),
    version: { current: () => current, invalidate() {}, close: async () => {} },
    revokedEntries: async () => [],
    log: { warn() {} },
  });
  purger.start();
  await poll(() => waiting).toBe(1);
  current = 2;
  await poll(() => heard.find(({ version }) => version === '2')).toEqual({ version: '2', waiting: 1 });
  silent.closeAllConnections();
  await purger.stop();
  silent.close();
  other.close();
});

test('a revoked entry is sent to Varnish', async () => {
  const browser = api.visitor('10.9.0.1');
  await browser.send('POST', '/api/email-signup', { email: 'revoked@example.org' });
  const tag = browser.cookies.get('stillwater_entered');
  const admin = await api.signedIn('admin');
  const { body } = await admin.get('/api/email-signups?search=revoked@example.org');
  await admin.patch(`/api/email-signups/${body[0].id}`, { hasAccess: false });
  await poll(() => of('PURGE').at(-1)?.headers['x-revoked-entries']).toBe(`,${tag},`);
});

test('only responses that visitors share are public, with a stamp, by fast path and router', async () => {
  const stamp = `${await version()}.${Math.floor(Date.now() / 86_400_000)}`;
  const shareable = {
    'cache-control': 'public, max-age=0, s-maxage=3600, stale-while-revalidate=1, stale-if-error=86400',
    'surrogate-key': 'content',
    'cache-tag': 'content',
    'x-content-stamp': stamp,
    vary: 'Accept-Encoding, Cookie',
  };
  for (let time = 0; time < 3; time += 1) {
    expect((await ask('/api/oceans')).headers).toMatchObject(shareable);
    expect((await ask('/api/oceans', { cookie: 'stillwater_entered=1' })).headers).toMatchObject(shareable);
    expect((await api.visitor().get('/api/oceans')).headers).toMatchObject(shareable);
  }
  for (const role of ['free', 'subscriber', 'admin'] as const) {
    const member = await api.signedIn(role);
    for (const path of ['/api/oceans', '/api/user', '/api/favorites']) {
      const { headers } = await member.get(path);
      expect(headers['cache-control'], path).not.toContain('public');
      expect(headers['x-content-stamp'], path).toBeUndefined();
    }
  }
  for (const path of ['/api/oceans/99', '/api/csrf-token', '/api/nothing', '/api/user'])
    expect((await ask(path)).headers['cache-control'], path).not.toContain('public');
});

test('a response that sets a cookie is stored neither by shared caches nor by the fast path', async () => {
  await rename('Stored for nobody');
  const path = '/api/oceans/1';
  const { headers } = await ask(path, { cookie: 'stillwater_logout=1' });
  expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'clear-site-data': '"cache"' });
  expect(headers['surrogate-key']).toBeUndefined();
  for (let time = 0; time < 3; time += 1) {
    const of = (await ask(path)).headers;
    expect(of['clear-site-data']).toBeUndefined();
    expect(of['surrogate-key']).toBe('content');
  }
});

test('without a shared cache no response has its headers', async () => {
  const alone = await startTestApi();
  const { headers } = await alone.visitor().get('/api/oceans');
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers['x-content-stamp']).toBeUndefined();
  await alone.stop();
});
