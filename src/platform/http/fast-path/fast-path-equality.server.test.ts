import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwoWays, type TwoWays } from '#test/fast-path/two-ways.ts';
import { CACHEABLE_PAGES, cacheablePaths, cookieOf, insertTiers } from '#test/tiers-fixture.ts';

/*
 * Requests every cacheable URL through the fast path (over a connection) and without it (`inject` uses only
 * the router). Both responses must be equal.
 */

const ENCODINGS = ['br', 'gzip', 'identity'];
/** Generous, for some 75 URLs in 3 encodings on a loaded machine. */
const TIMEOUT = 180_000;

let ways: TwoWays;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  ways = await startTwoWays();
  await insertTiers(ways.api);
  ways.api.database.version.invalidate();
  cookies.visitor = '';
  cookies['visitor who has entered'] = 'stillwater_entered=1';
  for (const role of ['free', 'subscriber', 'admin'] as const)
    cookies[role] = cookieOf(await ways.api.signedIn(role)).cookie as string;
});
afterAll(() => ways.stop());

const TEXTS = ['/manifest.webmanifest', '/robots.txt', '/feed.xml', '/sitemap.xml'];

test.each(['visitor', 'visitor who has entered', 'free', 'subscriber', 'admin'])(
  'the fast path sends what the router sends, for every cacheable URL and encoding: %s',
  async (reader) => {
    const { api, withFastPath, withoutFastPath } = ways;
    const { [reader]: cookie = '' } = cookies;
    // Browsers and crawlers request these without cookies, so they are cached for visitors only.
    const texts = reader === 'visitor' ? TEXTS : [];
    for (const url of [...cacheablePaths(api), ...CACHEABLE_PAGES, ...texts])
      for (const encoding of ENCODINGS) {
        const accept = url.startsWith('/api/') ? '*/*' : 'text/html';
        const headers = { ...(cookie ? { cookie } : {}), accept, 'accept-encoding': encoding };
        const first = await withoutFastPath('GET', url, headers);
        const isCached = first.status === 200;
        const etag = String(first.headers.etag);
        const unchanged = { ...headers, 'if-none-match': etag };
        for (const [method, sent] of [
          ['GET', headers],
          ['HEAD', headers],
          ['GET', unchanged],
          ['HEAD', unchanged],
        ] as const) {
          const about = `${method} ${url} ${encoding} ${sent === unchanged ? etag : ''}`;
          const slow = await withoutFastPath(method, url, sent);
          const once = await withFastPath(method, url, sent);
          // The router renews a session after a minute. On a loaded machine the test takes as long.
          const { tookFastPath, ...quick } =
            isCached && !once.tookFastPath ? await withFastPath(method, url, sent) : once;
          expect(tookFastPath, about).toBe(isCached);
          expect(quick, about).toEqual(slow);
        }
      }
  },
  TIMEOUT,
);
