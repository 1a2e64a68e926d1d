import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import type { Database } from '#platform/database/open.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { listen, type Wire } from '#test/peers/wire.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import { CACHEABLE_PAGES, cacheablePaths, cookieOf, insertTiers } from '#test/tiers-fixture.ts';

/* Every cacheable URL is requested through the fast path (over a connection) and without it (`inject` goes
   straight to the router). Both responses must be the same. */

/** Headers of one request or connection. */
const PER_REQUEST = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];
const ENCODINGS = ['br', 'gzip', 'identity'];
/** 42 URLs in 3 encodings, on a machine that other tests keep busy. */
const TIMEOUT = 180_000;

let api: TestApi;
let fast: Wire;
let remove: () => Promise<void>;
/** Requests that have reached the router. */
let routed = 0;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  // A database in memory has no second connection, so its version would not be known at once.
  const shared = await openSharedDatabase(1);
  remove = shared.remove;
  const [database] = shared.opened as [Database];
  const { version, querySync } = database;
  api = await startTestApi({ database, version, querySync, pages: await builtPages() });
  api.app.addHook('onRequest', async () => {
    routed += 1;
  });
  await insertTiers(api);
  version.invalidate();
  fast = await listen(api);
  cookies.visitor = '';
  cookies['visitor who has entered'] = 'stillwater_entered=1';
  for (const role of ['free', 'subscriber', 'admin'] as const)
    cookies[role] = cookieOf(await api.signedIn(role)).cookie as string;
});
afterAll(async () => {
  await api.stop();
  await remove();
});

interface Comparable {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

const comparable = (status: number, headers: object, body: Buffer): Comparable => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_REQUEST.includes(name))),
  body: body.toString('base64'),
});

async function withoutFastPath(method: string, url: string, headers: Record<string, string>) {
  const response = await api.app.inject({ method: method as 'GET', url, headers });
  return comparable(response.statusCode, response.headers, response.rawPayload);
}

async function withFastPath(method: string, url: string, headers: Record<string, string>) {
  const before = routed;
  const { status, headers: received, bytes } = await fast(url, headers, method);
  return { ...comparable(status, received, bytes), tookFastPath: routed === before };
}

test.each(['visitor', 'visitor who has entered', 'free', 'subscriber', 'admin'])(
  'the fast path sends what the router sends, for every cacheable URL and encoding: %s',
  async (reader) => {
    const { [reader]: cookie = '' } = cookies;
    // Browsers ask for the manifest without cookies, so it is cached for visitors only.
    const manifest = reader === 'visitor' ? ['/manifest.webmanifest'] : [];
    for (const url of [...cacheablePaths(api), ...CACHEABLE_PAGES, ...manifest])
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
          // The router renews a session that is a minute old: on a busy machine these become so.
          const { tookFastPath, ...quick } =
            isCached && !once.tookFastPath ? await withFastPath(method, url, sent) : once;
          expect(tookFastPath, about).toBe(isCached);
          expect(quick, about).toEqual(slow);
        }
      }
  },
  TIMEOUT,
);
