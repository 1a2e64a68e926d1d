import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { listen, type Wire } from '#test/peers/wire.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TestClient } from '#test/test-api.ts';
import { CACHEABLE_PAGES, cookieOf, DRAFT, insertTiers, SECRET, TIERS } from '#test/tiers-fixture.ts';

const NAMES = ['maren-of-the-tides', 'temi-of-the-shore'];

let ask: Wire;
/** Two members of each tier, with different favorites. */
const members: Record<string, TestClient[]> = {};

const api = setUpApi({ pages: await builtPages() });
beforeAll(async () => {
  await insertTiers(api);
  ask = await listen(api);
  members.visitor = [api.visitor(), api.visitor()];
  for (const role of ['free', 'subscriber', 'admin'] as const)
    members[role] = await Promise.all(
      NAMES.map(async (name, index) => {
        const username = `${name}-${role}`;
        const member = await api.signedIn(role, { username, email: `${username}@people.example` });
        await member.post('/api/favorites', { itemType: 'ocean', itemId: index + 1 });
        return member;
      }),
    );
});

const headersOf = (client: TestClient, entered = true) => {
  // Members in these tests have an address, so the server has set a bound entry.
  const cookie = (cookieOf(client).cookie ?? '').replace(/(; )?stillwater_entered=[\w-]+/, '');
  return { cookie: entered ? `${cookie}; stillwater_entered=1` : cookie, accept: 'text/html' };
};

/** Generous, because one test renders every page for every tier on a loaded machine. */
const TIMEOUT = 120_000;

/** The data in a page. */
const stateOf = (html: string) =>
  JSON.parse(/<script id="state" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');

test('every cacheable page is tested here', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../app/pages.ts'), 'utf8');
  const entries = table.matchAll(/(?:content\(|path: )'([^']+)'(?:,[^{}]*?cacheable: true|, '[a-z/]+')/g);
  const cacheable = [...entries].map(([, path]) => String(path));
  expect(cacheable).toEqual(expect.arrayContaining(['/', '/about', '/app', '/droplets/:id', '/classic']));
  expect(cacheable.length).toBeGreaterThan(11);
  for (const path of cacheable)
    expect(
      CACHEABLE_PAGES.some((page) =>
        new RegExp(`^${path.replace(':id', '\\d+')}$`).test(page.split('?')[0] as string),
      ),
      path,
    ).toBe(true);
  for (const own of ['/favorites', '/account', '/auth', '/admin', '/admin/content', '/admin/settings'])
    expect(cacheable).not.toContain(own);
});

test.each(TIERS)(
  'a cached page has its tier’s content and no personal data, whoever requests it first: %s',
  async (first) => {
    await changeCatalogue(api.database.db, async () => {});
    const order = [first, ...TIERS.filter((tier) => tier !== first)];
    for (const page of CACHEABLE_PAGES)
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
  TIMEOUT,
);

test('Premium appears on the pages of readers without premium access only', async () => {
  for (const page of ['/app', '/oceans/2', '/waves/1', '/explore', '/classic'])
    for (const tier of TIERS) {
      const reader = headersOf((members[tier] as TestClient[])[0] as TestClient);
      const has = (await ask(page, reader)).text.includes('</svg>Premium');
      expect(has, `${tier} ${page}`).toBe(tier === 'visitor' || tier === 'free');
    }
});

test('a cached page is the landing page before a visitor has entered, and content after', async () => {
  const visitor = api.visitor();
  for (let n = 0; n < 3; n += 1) {
    expect((await ask('/waves/1', headersOf(visitor, false))).text).not.toContain('Title of droplet');
    expect((await ask('/waves/1', headersOf(visitor, true))).text).toContain('Title of droplet');
  }
});

test('a personal page is rendered for its reader only and never cached', async () => {
  const { entries } = api.app.responseCache.counts;
  for (const [index, member] of (members.free as TestClient[]).entries())
    for (const page of ['/favorites', '/account']) {
      const { status, text, headers } = await ask(page, headersOf(member));
      expect([status, headers['cache-control']], page).toEqual([200, 'no-store']);
      expect(headers.etag).toBeUndefined();
      expect(text, page).toContain(`${NAMES[index]}-free`);
      expect(text, page).not.toContain(NAMES[1 - index]);
    }
  expect((await ask('/favorites', headersOf(api.visitor()))).status).toBe(302);
  expect(api.app.responseCache.counts.entries).toBe(entries);
});

test('a 404 page is not cached', async () => {
  await ask('/oceans/1', headersOf(api.visitor()));
  const { entries } = api.app.responseCache.counts;
  for (const page of ['/oceans/999', '/nothing'])
    expect((await ask(page, headersOf(api.visitor()))).status).toBe(404);
  expect((await ask('/oceans/999', headersOf(api.visitor()))).headers.etag).toBeUndefined();
  expect(api.app.responseCache.counts.entries).toBe(entries);
});

test('a change of content or settings is visible on the next requested page', async () => {
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

test('a page cached yesterday is not served today', async () => {
  const shownDay = async () => stateOf((await ask('/contact', headersOf(api.visitor()))).text).today;
  const before = await shownDay();
  const { misses } = api.app.responseCache.counts;
  await shownDay();
  expect(api.app.responseCache.counts.misses).toBe(misses);
  const tomorrow = Date.now() + 24 * 60 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow);
  try {
    await shownDay();
    expect(api.app.responseCache.counts.misses).toBeGreaterThan(misses);
  } finally {
    vi.restoreAllMocks();
  }
  expect(await shownDay()).toBe(before);
});
