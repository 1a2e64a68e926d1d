import { beforeAll, expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { anOcean, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { TestClient } from '#test/test-api.ts';
import { CACHEABLE_PAGES } from '#test/tiers-fixture.ts';

/* A preview in a browser without scripts. */

let link: string;
const api = setUpApi({ pages: await builtPages() });
beforeAll(async () => {
  await insertOceans(api.database.db, [anOcean(), anOcean({ isPublished: false })]);
  await changeCatalogue(api.database.db, async () => {});
  const admin = await api.signedIn('admin');
  const { body } = await admin.post('/api/preview-links/ocean/2', { days: 1 });
  link = new URL(body.url).pathname;
});

const PAGES = [...CACHEABLE_PAGES, '/oceans/2', '/auth', '/no-such-page'];
const pageOf = async (reader: TestClient, path: string) =>
  (await reader.send('GET', path, undefined, { accept: 'text/html' })).text;

test('every page of a preview has the bar, and no other page', async () => {
  const friend = api.visitor();
  const others = [api.visitor(), await api.signedIn('free'), await api.signedIn('admin')];
  // Twice, so that cached pages are tested too.
  for (const _ of [1, 2]) {
    for (const path of PAGES)
      for (const other of others)
        expect([path, await pageOf(other, path)]).toEqual([path, expect.not.stringContaining('served-bar')]);
    await friend.get(link);
    for (const path of PAGES) {
      const html = await pageOf(friend, path);
      expect([path, html]).toEqual([
        path,
        expect.stringMatching(/<body><div [^>]*data-part="served-bar"><aside [^>]*aria-label="Draft"/),
      ]);
      expect(html).toMatch(/<link rel="stylesheet" href="[^"]*view-bar[^"]*"/);
    }
  }
});

test('ending a preview clears its cookies and leads to the front page; no cache keeps that', async () => {
  const friend = api.visitor();
  await friend.get(link);
  expect((await friend.get('/api/oceans/2')).status).toBe(200);
  const { status, headers } = await friend.get('/preview/end');
  expect([status, headers.location, headers['cache-control']]).toEqual([302, '/', 'private, no-store']);
  expect((await friend.get('/api/oceans/2')).status).toBe(404);
  expect(await pageOf(friend, '/')).not.toContain('served-bar');
});
