import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { countStatements } from '#test/database/statements.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { listen, type Wire } from '#test/peers/wire.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import {
  cacheablePaths,
  cookieOf,
  DRAFT,
  insertTiers,
  oneOfEach,
  SECRET,
  TIERS,
} from '#test/tiers-fixture.ts';

/** Headers that differ between two equal requests. */
const PER_REQUEST = { date: '', 'x-request-id': '' };

let api: TestApi;
/** The same site without a cache, for the expected responses. */
let fresh: TestApi;
let ask: Wire;
let remove: () => Promise<void>;

beforeAll(async () => {
  // Shared as in production: a database in memory has no connection that knows the version synchronously.
  const shared = await openSharedDatabase(1);
  remove = shared.remove;
  const [database] = shared.opened as [Database];
  api = await startTestApi({ database, version: database.version, querySync: database.querySync });
  await insertTiers(api);
  ask = await listen(api);
  const never = { current: () => undefined, invalidate: () => {}, close: async () => {} };
  fresh = await startTestApi({ database: { ...api.database, close: async () => {} }, version: never });
});
afterAll(async () => {
  await fresh.stop();
  await api.stop();
  await remove();
});

/** Bumps the catalogue's version, as a write on this node does. */
async function bumpVersion(): Promise<void> {
  await changeCatalogue(api.database.db, async () => {});
  api.database.version.invalidate();
}

test('cacheable endpoints are public and independent of the person', () => {
  const cached = api.app.endpoints.filter((endpoint) => endpoint.cacheable);
  expect(cached.length).toBeGreaterThan(10);
  for (const { method, access, path } of cached) expect([method, access], path).toEqual(['GET', 'anyone']);
  expect(
    cached.filter(({ path }) => /user|favorites|csrf|signup|audit-log|uploads|subscri/.test(path)),
  ).toEqual([]);
});

test.each(TIERS)('no tier gets another tier’s bytes, whoever requests first: %s', async (first) => {
  const readers = await oneOfEach(api);
  await bumpVersion();
  const order = [first, ...TIERS.filter((tier) => tier !== first)];
  for (const path of cacheablePaths(api))
    for (const tier of [...order, ...order.toReversed()]) {
      const { cookie = '' } = cookieOf(readers[tier]);
      const { status, text } = await ask(path, { cookie });
      const own = await readers[tier].at(fresh).get(path);
      expect([status, text], `${tier} ${path}`).toEqual([own.status, own.text]);
      if (tier === 'visitor' || tier === 'free') expect(text, path).not.toContain(SECRET);
      if (tier !== 'admin' && !path.includes(DRAFT)) expect(text, path).not.toContain(DRAFT);
    }
  const oceans = async (tier: (typeof TIERS)[number]) =>
    (await ask('/api/oceans', cookieOf(readers[tier]))).text;
  expect(await oceans('subscriber')).toContain(SECRET);
  expect(await oceans('admin')).toContain(DRAFT);
});

test('a reader whose session or subscription ended loses access at the next request', async () => {
  const { db } = api.database;
  const member = await api.signedIn('subscriber');
  const read = async () => (await ask('/api/oceans/2', cookieOf(member))).text;
  for (let n = 0; n < 3; n += 1) expect(await read()).toContain(SECRET);
  await db.updateTable('users').set({ role: 'free' }).where('id', '=', member.user.id).execute();
  expect(await read()).not.toContain(SECRET);
  await db.updateTable('users').set({ role: 'subscriber' }).where('id', '=', member.user.id).execute();
  expect(await read()).toContain(SECRET);
  await db.deleteFrom('sessions').where('user_id', '=', member.user.id).execute();
  expect(await read()).not.toContain(SECRET);
});

describe('every kind of write is visible at the next request', () => {
  const TEXT = {
    title: 'A new title',
    description: 'What it is about.',
    imageUrl: 'https://a.example/b.jpg',
  };
  const DROPLET = { ...TEXT, waveId: 1, mediaUrl: 'https://a.example/b.mp4' };
  const CSV =
    'title,description,mediaType,mediaUrl\nFrom a file,It came from a file.,video,https://a.example/c.mp4\n';
  const writes: [string, (admin: SignedInClient) => Promise<{ status: number; text: string }>][] = [
    ['an ocean made', (admin) => admin.post('/api/oceans', { ...TEXT, isPublished: true })],
    ['an ocean changed', (admin) => admin.put('/api/oceans/1', { title: 'Renamed' })],
    ['a wave made', (admin) => admin.post('/api/waves', { ...TEXT, oceanId: 1, isPublished: true })],
    ['a wave changed', (admin) => admin.put('/api/waves/1', { accessType: 'premium' })],
    ['a droplet made', (admin) => admin.post('/api/droplets', { ...DROPLET, isPublished: true })],
    ['a droplet changed', (admin) => admin.put('/api/droplets/1', { isPublished: false })],
    ['a copy', (admin) => admin.post('/api/droplets/2/duplicate')],
    ['another order', (admin) => admin.put('/api/oceans/order', { ids: [4, 3, 2, 1] })],
    [
      'many at once',
      (admin) =>
        admin.post('/api/content/bulk', { type: 'droplet', ids: [3], change: { action: 'publish' } }),
    ],
    ['an import', (admin) => admin.post('/api/catalogue/import', { oceans: [TEXT] })],
    [
      'a table',
      async (admin) => {
        const { csrfToken } = (await admin.get('/api/csrf-token')).body;
        const headers = { 'csrf-token': csrfToken, 'content-type': 'text/csv' };
        return admin.send('POST', '/api/waves/1/droplets/import', CSV, headers);
      },
    ],
    [
      'a setting made',
      (admin) => admin.post('/api/settings', { key: 'a.b', value: 'c', category: 'general' }),
    ],
    ['a setting changed', (admin) => admin.put('/api/settings/site.title', { value: 'Quay' })],
    ['a setting deleted', (admin) => admin.delete('/api/settings/a.b')],
    ['a droplet deleted', (admin) => admin.delete('/api/droplets/2')],
    ['a wave deleted', (admin) => admin.delete('/api/waves/1')],
    ['an ocean deleted', (admin) => admin.delete('/api/oceans/1')],
  ];
  test.each(writes)('%s', async (_, write) => {
    const admin = await api.signedIn('admin');
    const visitor = api.visitor();
    const paths = cacheablePaths(api);
    const answers = () => Promise.all(paths.map(async (path) => (await ask(path)).text));
    const before = await answers();
    expect(await answers()).toEqual(before);
    const { status, text } = await write(admin);
    expect([200, 201, 204], text).toContain(status);
    const after = await answers();
    const real = await Promise.all(paths.map(async (path) => (await visitor.at(fresh).get(path)).text));
    expect(after).toEqual(real);
    const admins = await Promise.all(paths.map(async (path) => (await ask(path, cookieOf(admin))).text));
    const reals = await Promise.all(paths.map(async (path) => (await admin.at(fresh).get(path)).text));
    expect(admins).toEqual(reals);
  });
});

describe('variants', () => {
  const LIST = '/api/explore/droplets';
  test('each encoding is the same response with its own ETag, cached or not', async () => {
    const plain = await ask(LIST);
    const etags = new Set<string>();
    for (const [accepts, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['', undefined, (bytes: Buffer) => bytes],
      ['br;q=0, identity', undefined, (bytes: Buffer) => bytes],
    ] as const)
      for (let n = 0; n < 3; n += 1) {
        const { status, headers, bytes } = await ask(LIST, { 'accept-encoding': accepts });
        expect([status, headers['content-encoding']], accepts).toEqual([200, encoding]);
        expect(decode(bytes).toString()).toBe(plain.text);
        expect(Number(headers['content-length'])).toBe(bytes.length);
        expect(headers.vary).toContain('Accept-Encoding');
        etags.add(String(headers.etag));
      }
    expect(etags.size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
  });

  test('a short response is not compressed', async () => {
    const { headers } = await ask('/api/settings/site.title', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('a client with the ETag gets 304 without a body, until the response changes', async () => {
    const accepts = { 'accept-encoding': 'br' };
    const { headers } = await ask(LIST, accepts);
    const etag = String(headers.etag);
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      for (let n = 0; n < 2; n += 1) {
        const answer = await ask(LIST, { ...accepts, 'if-none-match': held });
        expect([answer.status, answer.bytes.length, answer.headers.etag], held).toEqual([304, 0, etag]);
        expect(answer.headers['content-encoding']).toBeUndefined();
        expect(answer.headers['cache-control']).toBe('private, no-cache');
      }
    expect((await ask(LIST, { ...accepts, 'if-none-match': '"other"' })).status).toBe(200);
    // Another variant has another ETag.
    expect((await ask(LIST, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
    const oceans = await ask('/api/oceans', accepts);
    const again = () => ask('/api/oceans', { ...accepts, 'if-none-match': String(oceans.headers.etag) });
    expect((await again()).status).toBe(304);
    await (await api.signedIn('admin')).put('/api/oceans/2', { title: 'Changed' });
    expect((await again()).status).toBe(200);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const { headers: get } = await ask(LIST, { 'accept-encoding': 'br' });
    for (let n = 0; n < 2; n += 1) {
      const { status, headers, bytes } = await ask(LIST, { 'accept-encoding': 'br' }, 'HEAD');
      expect([status, bytes.length]).toEqual([200, 0]);
      expect({ ...headers, ...PER_REQUEST }).toEqual({ ...get, ...PER_REQUEST });
    }
  });

  test('the fast path sends what the router sends, and no cookie', async () => {
    await bumpVersion();
    const { hits } = api.app.responseCache.counts;
    const [long, short] = [await ask(LIST), await ask(LIST)];
    expect(api.app.responseCache.counts.hits).toBe(hits + 1);
    expect({ ...short.headers, ...PER_REQUEST }).toEqual({ ...long.headers, ...PER_REQUEST });
    expect(Object.keys(short.headers)).toEqual(
      expect.arrayContaining(['content-security-policy', 'x-content-type-options', 'referrer-policy']),
    );
    expect(short.headers['set-cookie']).toBeUndefined();
    expect(short.headers['cache-control']).toBe('private, no-cache');
  });

  test('a truncated list has its total count, also when cached', async () => {
    for (let n = 0; n < 3; n += 1)
      expect((await ask('/api/oceans?limit=1')).headers['x-total-count']).toMatch(/^\d+$/);
  });
});

test('errors are not cached, by the site or by others', async () => {
  const { entries } = api.app.responseCache.counts;
  for (const path of ['/api/oceans/9999', '/api/oceans/no', '/api/oceans?limit=0', '/api/nothing'])
    for (let n = 0; n < 2; n += 1) {
      const { status, headers } = await ask(path);
      expect([400, 404], path).toContain(status);
      expect(headers['cache-control'], path).toBe('no-store');
    }
  expect(api.app.responseCache.counts.entries).toBe(entries);
});

test.each(['?', '?&&', '?limit=1&limit=2', '?limit=%31', '?__proto__=1', '?%ff', '/', '?a=1#'])(
  'an unusual URL gets the same response with and without the cache: %s',
  async (odd) => {
    for (let n = 0; n < 3; n += 1) {
      const [cached, real] = [await ask(`/api/oceans${odd}`), await fresh.visitor().get(`/api/oceans${odd}`)];
      expect([cached.status, cached.text]).toEqual([real.status, real.text]);
    }
  },
);

test('the response of a very long URL is not cached', async () => {
  const { entries } = api.app.responseCache.counts;
  expect((await ask(`/api/oceans?x=${'y'.repeat(5_000)}`)).status).toBe(200);
  expect(api.app.responseCache.counts.entries).toBe(entries);
});

test('concurrent equal requests share one computation', async () => {
  await bumpVersion();
  const counter = countStatements(api.database);
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.visitor().get('/api/tree')));
  expect(counter.stop()).toBe(3);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('a response computed before a write is not cached under the new version', async () => {
  const { db } = api.database;
  const { responseCache: cached } = api.app;
  const title = async () =>
    (await db.selectFrom('oceans').select('title').where('id', '=', 2).executeTakeFirstOrThrow()).title;
  const gate = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  const begun = cached.getOrProduce({ audience: 'visitor', url: 'a slow one' }, async () => {
    const body = await title();
    reading.resolve();
    await gate.promise;
    return { status: 200, type: 'text/plain', body };
  });
  await reading.promise;
  await (await api.signedIn('admin')).put('/api/oceans/2', { title: 'Written meanwhile' });
  const after = () =>
    cached.getOrProduce({ audience: 'visitor', url: 'a slow one' }, async () => ({
      status: 200,
      type: 'text/plain',
      body: await title(),
    }));
  expect((await after()).text).toBe('Written meanwhile');
  gate.resolve();
  expect((await begun).text).toBe('Changed');
  expect((await after()).text).toBe('Written meanwhile');
});
