import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import { bumpCatalogue } from '#platform/database/bump-catalogue.ts';
import { startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';
import { cookieOf, DRAFT, insertTiers, SECRET, TIERS } from '#test/tiers-fixture.ts';
import { listen, type Wire } from '#test/wire.ts';

const NAMES = ['maren-of-the-tides', 'temi-of-the-shore'];
const PAGES = [
  '/',
  '/contact',
  '/about',
  '/terms-privacy',
  '/app',
  '/oceans/1',
  '/oceans/2',
  '/oceans/3',
  '/waves/1',
  '/waves/2',
  '/waves/1?droplet=2',
  '/waves/1?droplet=3',
  '/droplets/1',
  '/droplets/2',
  '/droplets/3',
  '/explore',
  '/explore?q=title',
  `/explore?keyword=${DRAFT}`,
  '/accordion?ocean=1&wave=1',
  '/tree',
  '/classic',
  '/classic?ocean=1&wave=1',
];

let api: TestApi;
let ask: Wire;
/** Two members of each tier, who favor different things. */
const members: Record<string, TestClient[]> = {};

beforeAll(async () => {
  api = await startTestApi({ pages: await builtPages() });
  await insertTiers(api);
  ask = await listen(api);
  members.visitor = [api.visitor(), api.visitor()];
  for (const role of ['free', 'subscriber', 'admin'] as const)
    members[role] = await Promise.all(
      NAMES.map(async (name, place) => {
        const username = `${name}-${role}`;
        const member = await api.signedIn(role, { username, email: `${username}@people.example` });
        await member.post('/api/favorites', { itemType: 'ocean', itemId: place + 1 });
        return member;
      }),
    );
});
afterAll(() => api.stop());

const headersOf = (client: TestClient, entered = true) => {
  const { cookie = '' } = cookieOf(client);
  return { cookie: entered ? `${cookie}; stillwater_entered=1` : cookie, accept: 'text/html' };
};

/** What travels in a page beside its HTML. */
const stateOf = (html: string) =>
  JSON.parse(/<script id="state" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');

test('every kept page is looked at here', () => {
  const table = readFileSync(join(import.meta.dirname, '../pages.ts'), 'utf8');
  const kept = [...table.matchAll(/path: '([^']+)'.*kept: true/g)].map(([, path]) => String(path));
  expect(kept.length).toBeGreaterThan(8);
  for (const path of kept)
    expect(
      PAGES.some((page) => new RegExp(`^${path.replace(':id', '\\d+')}$`).test(page.split('?')[0] as string)),
      path,
    ).toBe(true);
  for (const own of ['/favorites', '/account', '/auth', '/admin', '/admin/content', '/admin/settings'])
    expect(kept).not.toContain(own);
});

test.each(TIERS)(
  'a kept page carries its tier’s content and no person, whoever asks first: %s',
  async (first) => {
    await bumpCatalogue(api.database.db);
    const order = [first, ...TIERS.filter((tier) => tier !== first)];
    for (const page of PAGES)
      for (const entered of [true, false])
        for (const tier of [...order, ...order.toReversed()]) {
          const [one, other] = members[tier] as [TestClient, TestClient];
          const { text, headers } = await ask(page, headersOf(one, entered));
          const about = `${tier} ${page} ${entered}`;
          expect((await ask(page, headersOf(other, entered))).text, about).toBe(text);
          expect(headers['set-cookie'], about).toBeUndefined();
          for (const name of [...NAMES, 'people.example']) expect(text, about).not.toContain(name);
          const { signedIn, enteredByCookie, queries } = stateOf(text);
          expect([signedIn, enteredByCookie], about).toEqual([tier !== 'visitor', entered]);
          const keys = queries.queries.map(({ queryKey }: { queryKey: string[] }) => queryKey[0]);
          expect(keys.filter((key: string) => /favorites|account|sessions/.test(key))).toEqual([]);
          if (tier === 'visitor' || tier === 'free') expect(text, about).not.toContain(SECRET);
          if (tier !== 'admin' && !page.includes(DRAFT)) expect(text, about).not.toContain(DRAFT);
        }
    const wave = async (tier: string) =>
      (await ask('/waves/1', headersOf((members[tier] as TestClient[])[0] as TestClient))).text;
    expect(await wave('subscriber')).toContain(SECRET);
    expect(await wave('admin')).toContain(DRAFT);
  },
);

test('before a visitor has entered a kept page shows the landing page, and content after', async () => {
  const visitor = api.visitor();
  for (let n = 0; n < 3; n += 1) {
    expect((await ask('/waves/1', headersOf(visitor, false))).text).not.toContain('Title of droplet');
    expect((await ask('/waves/1', headersOf(visitor, true))).text).toContain('Title of droplet');
  }
});

test('a page about the reader is rendered for them alone and never kept', async () => {
  const { entries } = api.app.kept.counts;
  for (const [place, member] of (members.free as TestClient[]).entries())
    for (const page of ['/favorites', '/account']) {
      const { status, text, headers } = await ask(page, headersOf(member));
      expect([status, headers['cache-control']], page).toEqual([200, 'private, no-cache']);
      expect(headers.etag).toBeUndefined();
      expect(text, page).toContain(`${NAMES[place]}-free`);
      expect(text, page).not.toContain(NAMES[1 - place]);
    }
  expect((await ask('/favorites', headersOf(api.visitor()))).status).toBe(302);
  expect(api.app.kept.counts.entries).toBe(entries);
});

test('a page that is not there is not kept', async () => {
  await ask('/oceans/1', headersOf(api.visitor()));
  const { entries } = api.app.kept.counts;
  for (const page of ['/oceans/999', '/nothing'])
    expect((await ask(page, headersOf(api.visitor()))).status).toBe(404);
  expect((await ask('/oceans/999', headersOf(api.visitor()))).headers.etag).toBeUndefined();
  expect(api.app.kept.counts.entries).toBe(entries);
});

test('a change of content or settings shows on the next page that is asked for', async () => {
  const admin = await api.signedIn('admin');
  const visitor = headersOf(api.visitor());
  for (const title of ['First title', 'Second title']) {
    expect((await ask('/app', visitor)).text).toBe((await ask('/app', visitor)).text);
    await admin.put('/api/oceans/1', { title });
    expect((await ask('/app', visitor)).text).toContain(title);
    await admin.put('/api/settings/site.title', { value: `Site ${title}` });
    expect((await ask('/app', visitor)).text).toContain(`Site ${title}`);
  }
});

test('a page of yesterday is not shown today', async () => {
  const shownDay = async () => stateOf((await ask('/terms-privacy', headersOf(api.visitor()))).text).today;
  const before = await shownDay();
  const tomorrow = Date.now() + 24 * 60 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow);
  try {
    const { hits } = api.app.kept.counts;
    await shownDay();
    expect(api.app.kept.counts.hits).toBe(hits);
  } finally {
    vi.restoreAllMocks();
  }
  expect(await shownDay()).toBe(before);
});
