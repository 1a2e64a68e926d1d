import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import type { Database } from '#platform/database/open.ts';
import { everyTable } from '#test/database/table-rows.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { listen } from '#test/peers/wire.ts';
import { type SignedInClient, startTestApi, type TestApi, TestClient } from '#test/test-api.ts';
import { CACHEABLE_PAGES, cacheablePaths, cookieOf, insertTiers, SECRET } from '#test/tiers-fixture.ts';
import { VIEW_COOKIE, VIEWS, type View } from '../contract/calls.ts';

let api: TestApi;
let remove: () => Promise<void>;
let admin: SignedInClient;
let editor: SignedInClient;
/** Real readers of each tier, with whom views are compared. */
const real = {} as Record<View, TestClient>;

beforeAll(async () => {
  const shared = await openSharedDatabase(1);
  remove = shared.remove;
  const [database] = shared.opened as [Database];
  const { version, querySync } = database;
  api = await startTestApi({ database, version, querySync, pages: await builtPages() });
  await insertTiers(api);
  version.invalidate();
  admin = await api.signedIn('admin');
  editor = await api.signedIn('editor');
  real.visitor = api.visitor();
  real.visitor.cookies.set('stillwater_entered', '1');
  real.free = await api.signedIn('free');
  real.subscriber = await api.signedIn('subscriber');
});
afterAll(async () => {
  await api.stop();
  await remove();
});

/** Roles that can view the site as another reader. */
const STAFF = ['admin', 'editor'] as const;
const ofStaff = (role: (typeof STAFF)[number]) => (role === 'admin' ? admin : editor);
const CASES = VIEWS.flatMap((view) => STAFF.map((role) => [view, role] as const));

/** Makes a browser of an administrator or editor, with a view as another reader. */
function lookingAs(view: string, reader: TestClient = admin): TestClient {
  const cookies = new Map(reader.cookies);
  cookies.set(VIEW_COOKIE, view);
  return new TestClient(api.app, '127.0.0.1', cookies);
}

const PER_REQUEST = ['date', 'x-request-id', 'set-cookie', 'connection', 'keep-alive', 'transfer-encoding'];
const pathsOf = () => [...cacheablePaths(api), ...CACHEABLE_PAGES, '/sitemap.xml', '/feed.xml'];

/** Fills the parameters of a path. */
const filled = (path: string) => path.replace(/:\w+/g, '1');

async function comparable(reader: TestClient, path: string) {
  const accept = path.startsWith('/api/') ? '*/*' : 'text/html';
  const { status, headers, text } = await reader.send('GET', path, undefined, { accept });
  const kept = Object.entries(headers).filter(([name]) => !PER_REQUEST.includes(name));
  return { status, headers: Object.fromEntries(kept), text };
}

test.each(CASES)(
  'every cached page and answer is byte for byte what it is for a %s, to an %s',
  async (view, role) => {
    for (const path of pathsOf())
      expect(await comparable(lookingAs(view, ofStaff(role)), path), path).toEqual(
        await comparable(real[view], path),
      );
  },
  120_000,
);

test('a view is never answered from what the fast path has for administrators', async () => {
  const wire = await listen(api);
  const path = '/api/oceans/2';
  for (let time = 0; time < 3; time += 1) {
    expect((await wire(path, cookieOf(admin))).text).toContain(SECRET);
    expect((await wire(path, cookieOf(lookingAs('free')))).text).not.toContain(SECRET);
    expect((await wire(path, cookieOf(lookingAs('visitor')))).text).not.toContain(SECRET);
    // Members' own responses, which the fast path serves too.
    expect((await wire('/api/user', cookieOf(admin))).text).toContain('"role":"admin"');
    expect((await wire('/api/user', cookieOf(lookingAs('free')))).text).toContain('"role":"free"');
    expect((await wire('/api/favorites', cookieOf(lookingAs('visitor')))).status).toBe(401);
  }
});

test.each(STAFF)('a member’s view is about the %s’s own account, in the other role', async (of) => {
  const own = ofStaff(of);
  for (const role of ['free', 'subscriber'] as const)
    expect((await lookingAs(role, own).get('/api/user')).body).toEqual({ ...own.user, role });
  expect((await lookingAs('visitor', own).get('/api/user')).status).toBe(401);
});

test('the answer who reads says that it is about the reader of a view', async () => {
  const markOf = async (reader: TestClient) => (await reader.get('/api/user')).headers['x-in-view'];
  for (const view of VIEWS) expect(await markOf(lookingAs(view))).toBe('1');
  for (const reader of [admin, lookingAs('visitor', real.free), real.visitor])
    expect(await markOf(reader)).toBeUndefined();
});

test.each(CASES)('in the view of a %s an %s may call nothing that is for staff', async (view, role) => {
  const reader = lookingAs(view, ofStaff(role));
  const calls = api.app.endpoints.filter(
    ({ method, access }) => method === 'GET' && (access === 'admin' || access === 'editor'),
  );
  expect(calls.length).toBeGreaterThan(20);
  for (const { path } of calls)
    expect([path, (await reader.get(filled(path))).status]).toEqual([path, view === 'visitor' ? 401 : 403]);
});

test('rights only shrink: for others the cookie means nothing, nor does an unknown view', async () => {
  for (const view of VIEWS)
    for (const reader of Object.values(real))
      for (const path of ['/api/oceans/2', '/oceans/2', '/api/oceans/3'])
        expect(await comparable(lookingAs(view, reader), path)).toEqual(await comparable(reader, path));
  const favorite = { itemType: 'ocean', itemId: 1 };
  expect((await lookingAs('subscriber', real.free).post('/api/favorites', favorite)).status).toBe(204);
  // Counts are written a moment after the request.
  const counts = () => api.database.db.selectFrom('usage_counts').selectAll().execute();
  await expect.poll(counts).toHaveLength(1);
  expect((await lookingAs('admin').get('/api/oceans/3')).status).toBe(200);
});

test.each(CASES)(
  'every call that changes something is refused in the view of a %s, to an %s',
  async (view, role) => {
    const reader = lookingAs(view, ofStaff(role));
    const writes = api.app.endpoints.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    expect(writes.length).toBeGreaterThan(80);
    for (const { method, path } of writes) {
      const { status, body } = await reader.send(
        method,
        filled(path),
        {},
        { origin: 'http://localhost:3000' },
      );
      expect([method, path, status, body?.code, body?.message]).toEqual([
        method,
        path,
        403,
        'off-in-view',
        'Off in this view.',
      ]);
    }
  },
);

test('nothing is stored or counted: every row is as before after everything was asked', async () => {
  const { db } = api.database;
  const rows = async () => {
    const { sessions: _, leases: __, rate_limits: ___, ...tables } = await everyTable(db);
    return tables;
  };
  const before = await rows();
  for (const view of VIEWS) {
    const reader = lookingAs(view);
    const gets = api.app.endpoints.filter(({ method }) => method === 'GET').map(({ path }) => filled(path));
    for (const path of [...gets, ...CACHEABLE_PAGES, '/favorites', '/account'])
      await reader.send('GET', path, undefined, { accept: 'text/html', 'sec-fetch-mode': 'navigate' });
    await reader.send('POST', '/api/usage', { uses: [] });
  }
  // Closing writes the remaining counts.
  await api.app.close();
  expect(await rows()).toEqual(before);
});
