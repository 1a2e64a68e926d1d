import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorPage } from '#platform/http/serve/error-page.ts';
import { type CachedSite, startCachedSite } from '#test/shared-cache/cached-site.ts';
import { compareRandomly, randomReaders } from '#test/shared-cache/random-requests.ts';
import { findNginx, findVarnish, startNginxCache, startVarnish } from '#test/shared-cache/shared-caches.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { CACHEABLE_PAGES, cacheablePaths, cookieOf } from '#test/tiers-fixture.ts';

/* Two nodes behind a real Varnish with deploy/varnish.vcl. */

const ROUNDS = 4;
const REQUESTS = 10_000;

/** Waits until a response comes from the cache. */
const storedBy = (site: CachedSite, path: string, headers = {}) =>
  expect
    .poll(
      async () => {
        await site.ask(path, headers);
        const before = site.anonymous;
        await site.ask(path, headers);
        return site.anonymous - before;
      },
      { timeout: 20_000 },
    )
    .toBe(0);

describe.runIf(findVarnish())('behind Varnish', () => {
  let site: CachedSite;
  let admin: SignedInClient;
  beforeAll(async () => {
    site = await startCachedSite(startVarnish);
    admin = await site.a.signedIn('admin');
  });
  afterAll(() => site?.stop());

  const rename = async (title: string) => {
    expect((await admin.put('/api/oceans/1', { title })).status).toBe(200);
  };
  const seen = async (path: string, text: string, headers = {}) =>
    expect.poll(async () => (await site.ask(path, headers)).text, { timeout: 20_000 }).toContain(text);

  /** Waits until a response comes from the cache, when Varnish knows the current version. */
  const stored = (path: string, headers = {}) => storedBy(site, path, headers);

  test('random requests of all tiers get a node’s own responses, also after writes', async () => {
    const readers = await randomReaders(site);
    for (let round = 0; round < ROUNDS; round += 1) {
      await rename(`Ocean of round ${round}`);
      await seen('/api/oceans/1', `Ocean of round ${round}`);
      const wrong = await compareRandomly(site, readers, { count: REQUESTS / ROUNDS, seed: round + 1 });
      expect(wrong.slice(0, 10)).toEqual([]);
    }
  });

  test('a write at one node is visible to visitors, also entered ones, in pages and calls', async () => {
    const entered = { cookie: 'stillwater_entered=1' };
    for (const [path, headers] of [
      ['/api/oceans/1', {}],
      ['/oceans/1', entered],
    ] as const) {
      await stored(path, headers);
      await rename(`Seen at ${path}`);
      await seen(path, `Seen at ${path}`, headers);
      await stored(path, headers);
    }
  });

  test('entered visitors share one cached copy of a page, and all visitors one of a call', async () => {
    const entered = (tag: string) => ({ cookie: `stillwater_entered=${tag}; stillwater_comfort=x` });
    await stored('/oceans/1', entered('a'.repeat(22)));
    await stored('/api/oceans/1');
    const before = site.anonymous;
    const page = await site.ask('/oceans/1', entered('b'.repeat(22)));
    await site.ask('/api/oceans/1', entered('c'.repeat(22)));
    expect(site.anonymous).toBe(before);
    expect(page.text).not.toBe((await site.ask('/oceans/1')).text);
  });

  test('a revoked entry no longer gives access', async () => {
    const browser = site.a.visitor('10.3.0.1');
    await browser.send('POST', '/api/email-signup', { email: 'gone@example.org' });
    const cookie = cookieOf(browser);
    await stored('/oceans/1', cookie);
    await stored('/api/oceans/1', cookie);
    const { body } = await admin.get('/api/email-signups?search=gone@example.org');
    await admin.patch(`/api/email-signups/${body[0].id}`, { hasAccess: false });
    await expect
      .poll(async () => (await site.ask('/api/oceans/1', cookie)).status, { timeout: 20_000 })
      .toBe(403);
    const page = await site.ask('/oceans/1', cookie);
    expect(page.text).toBe((await site.ask('/oceans/1')).text);
    // Other entered browsers are served as before, even with the revoked entry beside theirs.
    await stored('/oceans/1', { cookie: 'stillwater_entered=1' });
    expect((await site.ask('/api/oceans/1', { cookie: `a=b; ${cookie.cookie}` })).status).toBe(403);
    const twice = `stillwater_entered=1; ${cookie.cookie}`;
    expect((await site.ask('/oceans/1', { cookie: twice })).text).toBe(
      (await site.askNode('/oceans/1', { cookie: twice })).text,
    );
  });

  test('every page and call that is equal for all visitors is cached', async () => {
    let equal = 0;
    for (const path of [...cacheablePaths(site.a), ...CACHEABLE_PAGES]) {
      if ((await site.askNode(path)).status !== 200) continue;
      equal += 1;
      await site.ask(path);
      const before = site.anonymous;
      await site.ask(path);
      expect(site.anonymous - before, path).toBe(0);
    }
    expect(equal).toBeGreaterThan(15);
  });

  test('browsers get the same headers as without a cache', async () => {
    await stored('/api/oceans/1');
    const { headers } = await site.ask('/api/oceans/1');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toBe('Accept-Encoding, Cookie');
    for (const name of ['age', 'via', 'x-varnish', 'surrogate-key', 'cache-tag', 'x-content-stamp', 'xkey'])
      expect(headers[name], name).toBeUndefined();
    const again = await site.ask('/api/oceans/1', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers['cache-control']).toBe('private, no-cache');
  });

  test('only nodes purge, and no proxy passes a purge on', async () => {
    await stored('/api/oceans/1');
    const state = { 'surrogate-key': 'content', 'x-content-version': '99999', 'x-content-stamp': 'bad' };
    const refused = await site.ask('/', { ...state, 'x-forwarded-for': '203.0.113.9' }, 'PURGE');
    expect(refused.status).toBe(403);
    const before = site.anonymous;
    await site.ask('/api/oceans/1');
    expect(site.anonymous).toBe(before);
  });

  test('an older version that a slow node sends changes nothing', async () => {
    await stored('/api/oceans/1');
    const old = { 'x-content-version': '0', 'x-content-day': '1', 'x-content-stamp': '0.1' };
    expect((await site.ask('/', { ...old, 'x-revoked-entries': '*' }, 'PURGE')).status).toBe(200);
    const before = site.anonymous;
    await site.ask('/api/oceans/1', { cookie: 'stillwater_entered=1' });
    expect(site.anonymous).toBe(before);
  });

  test('an item’s preview picture disappears with the item', async () => {
    const publish = async (isPublished: boolean) =>
      expect((await admin.put('/api/oceans/1', { isPublished })).status).toBe(200);
    const page = (await site.ask('/oceans/1')).text;
    const [picture = ''] = /\/previews\/ocean\/1-[0-9a-f]+\.png/.exec(page) ?? [];
    await stored(picture);
    await publish(false);
    await expect.poll(async () => (await site.ask(picture)).status, { timeout: 20_000 }).toBe(404);
    await publish(true);
  });

  test('metrics and probes cannot be reached from outside', async () => {
    for (const path of ['/metrics', '/healthz', '/readyz/', '/readyz?x'])
      expect((await site.ask(path)).status, path).toBe(404);
  });

  test('after a node’s kill, its readers are served by the other node at once', async () => {
    await site.b.app.close();
    for (let reader = 0; reader < 20; reader += 1) {
      const answer = await site.ask('/api/csrf-token', { 'x-forwarded-for': `10.4.0.${reader}` });
      expect(answer.status, `reader ${reader}`).toBe(200);
    }
  });

  test('without any node, people get the page that a node has for that', async () => {
    await site.a.app.close();
    const { status, headers, text } = await site.ask('/favorites');
    expect([status, text]).toEqual([503, errorPage(503, '')]);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' });
  });
});

describe.runIf(findNginx())('behind nginx as a cache', () => {
  let site: CachedSite;
  beforeAll(async () => {
    site = await startCachedSite(startNginxCache);
  });
  afterAll(() => site?.stop());

  test('random requests get a node’s own responses; a write is visible a second later', async () => {
    const readers = await randomReaders(site);
    const wrong = await compareRandomly(site, readers, { count: 1_500, seed: 1 });
    expect(wrong.slice(0, 10)).toEqual([]);
    for (const path of ['/api/oceans/1', '/oceans/1']) await storedBy(site, path);
    await (await site.a.signedIn('admin')).put('/api/oceans/1', { title: 'Seen by all' });
    for (const path of ['/api/oceans/1', '/oceans/1'])
      await expect
        .poll(async () => (await site.ask(path)).text, { timeout: 20_000 })
        .toContain('Seen by all');
  });
});
