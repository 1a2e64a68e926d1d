import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Pages } from '#app/page-routes.ts';
import { aDroplet, anOcean, aWave, insertOceans, PREMIUM } from '#test/catalogue-fixture.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { dayOf } from '../../shared/usage-days.ts';

/* Counts of uses: exact, without persons, at most one write a second. */

/** A page that needs no build of the site. */
const onePage: Pages = {
  inlineScripts: [],
  register: async (app) => void app.get('/page', async () => 'A page'),
  close: async () => {},
};

/** Droplets 1 (free), 2 (locked for visitors) and 3 (a draft), in wave 1 of ocean 1. */
const insertItems = ({ database: { db } }: TestApi) =>
  insertOceans(db, [
    anOcean({
      waves: [
        aWave({
          droplets: [aDroplet({ title: 'Calm' }), aDroplet(PREMIUM), aDroplet({ isPublished: false })],
        }),
      ],
    }),
  ]);

const use = (event: string, itemId = 1, itemType = 'droplet') => ({ event, itemType, itemId });
const send = (client: TestClient, body: object, headers = {}) =>
  client.send('POST', '/api/usage-counts', body, headers);
/** Reads the stored counts without their day, which is today. */
async function stored({ database: { db } }: TestApi): Promise<string[]> {
  const items = await db.selectFrom('usage_counts').selectAll().execute();
  const hosts = await db.selectFrom('referrer_counts').selectAll().execute();
  const searches = await db.selectFrom('search_counts').selectAll().execute();
  expect([...items, ...hosts, ...searches].every(({ day }) => day === dayOf(Date.now()))).toBe(true);
  return [
    ...items.map((row) => `${row.item_type} ${row.item_id} ${row.event} ${row.n}`),
    ...hosts.map(({ host, n }) => `from ${host} ${n}`),
    ...searches.map(({ words, n }) => `search ${words} ${n}`),
  ].sort();
}

const api = setUpEachApi({ pages: onePage });
beforeEach(async () => {
  await insertItems(api);
});
afterEach(() => void vi.useRealTimers());

const FROM_SEARCH = { referer: 'https://search.example.com/?q=calm', 'sec-fetch-mode': 'navigate' };

/** Closes the application, which writes its counts, and leaves the database open. */
const stopped = () => api.app.close();

test('searches with half a character are not counted, and no other count is lost with them', async () => {
  await send(api.visitor(), { uses: [use('opened')], searches: ['zzz \ud800', 'zzz \ud801'] });
  await stopped();
  expect(await stored(api)).toEqual(['droplet 1 opened 1']);
});

test('each use is counted once in a request, and only of what the reader may open', async () => {
  const visitor = api.visitor();
  const uses = [use('opened'), use('opened'), use('half'), use('finished'), use('opened', 2)];
  expect((await send(visitor, { uses: [...uses, use('opened', 3), use('opened', 99)] })).status).toBe(204);
  await send(visitor, { uses: [use('shared', 2), use('shared', 1, 'wave'), use('shared', 9, 'ocean')] });
  await send(await api.signedIn('subscriber'), { uses: [use('opened', 2), use('opened')] });
  await stopped();
  expect(await stored(api)).toEqual([
    'droplet 1 finished 1',
    'droplet 1 half 1',
    'droplet 1 opened 2',
    'droplet 2 opened 1',
    'droplet 2 shared 1',
    'wave 1 shared 1',
  ]);
});

test('a use that no browser may report is refused, and counts nothing', async () => {
  for (const uses of [
    [use('saved')],
    [use('opened', 1, 'wave')],
    [use('opened', -1)],
    Array.from({ length: 101 }, () => use('opened')),
  ])
    expect((await send(api.visitor(), { uses })).status).toBe(400);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await send(api.visitor(), { uses: [use('opened')] }, foreign)).status).toBe(403);
  await stopped();
  expect(await stored(api)).toEqual([]);
});

test('browsers that ask not to be tracked are not counted, and administrators are not', async () => {
  const body = { uses: [use('opened')], searches: ['zyxwv'] };
  const asking: Record<string, string>[] = [{ dnt: '1' }, { 'sec-gpc': '1' }];
  for (const asks of asking) {
    expect((await send(api.visitor(), body, asks)).status).toBe(204);
    await api.visitor().send('GET', '/page', undefined, { ...FROM_SEARCH, ...asks });
    const member = await api.signedIn('free');
    const { body: token } = await member.get('/api/csrf-token');
    const favorite = { itemType: 'droplet', itemId: 1 };
    await member.send('POST', '/api/favorites', favorite, { ...asks, 'csrf-token': token.csrfToken });
  }
  const admin = await api.signedIn('admin');
  await send(admin, body);
  await admin.post('/api/favorites', { itemType: 'droplet', itemId: 1 });
  await admin.send('GET', '/page', undefined, FROM_SEARCH);
  await stopped();
  expect(await stored(api)).toEqual([]);
});

test('a visit is counted by the host that it comes from', async () => {
  const visit = (headers: Record<string, string>, path = '/page') =>
    api.visitor().send('GET', path, undefined, { 'sec-fetch-mode': 'navigate', ...headers });
  await visit(FROM_SEARCH);
  await visit({ referer: 'https://SEARCH.example.com:8443/?q=who-i-am' });
  await visit({});
  await visit({ referer: 'https://203.0.113.7/' });
  await visit({ referer: 'android-app://com.example/' });
  // These are no visits: from a page of this site, a prefetch, by a program, of a missing page, of a call.
  await visit({ referer: `${PUBLIC_URL}/explore` });
  await visit({ 'sec-purpose': 'prefetch' });
  await visit({ 'sec-fetch-mode': 'cors' });
  await visit({}, '/missing');
  await visit({}, '/api/oceans');
  await stopped();
  expect(await stored(api)).toEqual(['from  1', 'from other 2', 'from search.example.com 2']);
});

test('a favorite is counted where it is made, once', async () => {
  const member = await api.signedIn('free');
  await member.post('/api/favorites', { itemType: 'droplet', itemId: 1 });
  await member.post('/api/favorites', { itemType: 'droplet', itemId: 1 });
  const items = [
    { itemType: 'droplet', itemId: 1 },
    { itemType: 'ocean', itemId: 1 },
    { itemType: 'wave', itemId: 77 },
  ];
  await member.post('/api/favorites/merge', { items });
  await stopped();
  expect(await stored(api)).toEqual(['droplet 1 saved 1', 'ocean 1 saved 1']);
});

test('a search is counted if it finds nothing and names nobody', async () => {
  await send(api.visitor(), { searches: ['  Insomnia \t Now', 'calm', 'ada@example.org'] });
  await send(api.visitor(), { searches: ['555 1234 nobody', 'z'.repeat(61), 'insomnia now'] });
  await stopped();
  expect(await stored(api)).toEqual(['search insomnia now 2']);
});

describe('many visits', () => {
  const VISITS = 2_000;

  test('2,000 visits are counted exactly, also those at a clean stop', async () => {
    let answered = 0;
    const visit = async (index: number) => {
      const client = api.visitor(`10.0.${Math.floor(index / 250)}.${index % 250}`);
      const uses = [use('opened'), ...(index % 2 === 0 ? [use('half')] : [])];
      const { status } = await send(client, {
        uses: [...uses, ...(index % 5 === 0 ? [use('finished')] : [])],
      });
      if (status === 204) answered += 1;
    };
    for (let from = 0; from < VISITS; from += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => visit(from + index)));
    expect(answered).toBe(VISITS);
    await stopped();
    expect(await stored(api)).toEqual([
      `droplet 1 finished ${VISITS / 5}`,
      `droplet 1 half ${VISITS / 2}`,
      `droplet 1 opened ${VISITS}`,
    ]);
  });

  test('a call that is being answered at a clean stop is counted', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as { port: number };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ uses: [use('opened')] });
    const sent = Array.from({ length: 40 }, () =>
      fetch(`http://127.0.0.1:${port}/api/usage-counts`, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await Promise.race(sent);
    await stopped();
    const counted = (await Promise.all(sent)).filter((status) => status === 204).length;
    expect(counted).toBeGreaterThan(0);
    expect(await stored(api)).toEqual([`droplet 1 opened ${counted}`]);
  });
});

test('a node writes at most once a second, and within a second of a count', async () => {
  let writes = 0;
  const { db } = api.database;
  const begin = db.transaction;
  db.transaction = () => {
    writes += 1;
    return begin.call(db);
  };
  const begun = performance.now();
  while (performance.now() - begun < 2_500) {
    await send(api.visitor(), { uses: [use('opened')] });
    await sleep(10);
  }
  db.transaction = begin;
  expect(writes).toBeGreaterThan(0);
  expect(writes).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / 1000));
});

test('counts that could not be written are written later', async () => {
  const { db } = api.database;
  const begin = db.transaction;
  let failed = 0;
  db.transaction = () => {
    failed += 1;
    throw new Error('away');
  };
  await send(api.visitor(), { uses: [use('opened')] });
  await expect.poll(() => failed).toBeGreaterThan(0);
  db.transaction = begin;
  await send(api.visitor(), { uses: [use('opened')] });
  await expect.poll(() => stored(api)).toEqual(['droplet 1 opened 2']);
});

test('one network has a limit of calls, which costs no write', async () => {
  // Stops the clock, so that no minute ends during the test.
  vi.useFakeTimers({ toFake: ['Date'] });
  const visitor = api.visitor('10.9.9.9');
  const statuses = new Map<number, number>();
  for (let call = 0; call < 1_205; call += 1) {
    const { status } = await send(visitor, {});
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [204, 1_200],
    [429, 5],
  ]);
  expect((await send(api.visitor('10.9.9.8'), {})).status).toBe(204);
  const limits = await api.database.db.selectFrom('rate_limits').selectAll().execute();
  expect(limits.filter(({ key }) => key.includes('10.9.9'))).toEqual([]);
});

describe('two nodes', () => {
  test('their counts add up', async () => {
    const shared = await openSharedDatabase(2);
    const nodes = await Promise.all(shared.opened.map((database) => startTestApi({ database })));
    const [one, other] = nodes as [TestApi, TestApi];
    await insertItems(one);
    for (const node of [one, other, one, other, other])
      await send(node.visitor(), { uses: [use('opened'), use('shared', 1, 'ocean')] });
    await Promise.all(nodes.map(({ app }) => app.close()));
    expect(await stored(one)).toEqual(['droplet 1 opened 5', 'ocean 1 shared 5']);
    await Promise.all(nodes.map((node) => node.stop()));
    await shared.remove();
  });
});
