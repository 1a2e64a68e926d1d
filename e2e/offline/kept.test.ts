import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { findAxeProblems } from '../support/find-axe-problems.ts';
import { hold } from '../support/hold.ts';
import { idle } from '../support/open-site.ts';
import { ADMIN, administrator, phone } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember } from '../support/subscribers.ts';
import { indexIn, KEEP, keepAll, openWithPanel, panelOf, storedPaths } from './kept-pages.ts';

/* Kept items: their owner, their seven days, and their removal. */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

test('a wave is offered with its size, kept with progress, and removed with all its files', async () => {
  const page = await phone(site, { bypassCSP: true });
  await openWithPanel(page, '/waves/1');
  const panel = panelOf(page);
  await panel.getByText(/^8 droplets\. Needs [\d.]+ MB, [\d.]+ GB are free\./).waitFor();
  expect(await findAxeProblems(page)).toEqual([]);
  // One film is held, so that the download is visible.
  let go = () => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/media/the-clear-table.mp4', async (route) => {
    if (route.request().method() === 'GET') await waits;
    await route.continue();
  });
  const keep = panel.getByRole('button', { name: KEEP });
  await keep.dblclick();
  await panel.getByText('Keeping 2 of 8').waitFor();
  expect(await panel.getByRole('progressbar').getAttribute('aria-label')).toBe('Keeping');
  expect(await indexIn(page)).toBeNull();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await keep.waitFor();
  await expect.poll(() => storedPaths(page)).toEqual([]);
  expect(await indexIn(page)).toBeNull();

  go();
  await keep.click();
  await panel.getByText(/Opens without a connection until/).waitFor();
  expect(await findAxeProblems(page)).toEqual([]);
  expect(await storedPaths(page)).toEqual(
    expect.arrayContaining([
      '/waves/1',
      '/droplets/8',
      '/media/the-clear-table.mp4',
      '/media/the-clear-table.vtt',
    ]),
  );
  await panel.getByRole('button', { name: 'Remove' }).click();
  await keep.waitFor();
  expect(await storedPaths(page)).toEqual([]);
  expect(await indexIn(page)).toBeNull();
  expect(page.problems).toEqual([]);
});

test('a failed download shows an error, and its progress when it is retried', async () => {
  const page = await phone(site);
  await openWithPanel(page, '/waves/1');
  const panel = panelOf(page);
  const film = /\/media\/the-clear-table\.mp4/;
  await page.route(film, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await panel.getByRole('button', { name: KEEP }).click();
  await panel.getByRole('alert').getByText('It could not be kept').waitFor();
  await page.unroute(film);
  const go = await hold(page, film, 'GET');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByText('Keeping 2 of 8').waitFor();
  go();
  await panel.getByText(/Opens without a connection until/).waitFor();
});

test('with too little storage a panel names both sizes, and a failed wave leaves no files', async () => {
  const page = await phone(site);
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 1_000_000, usage: 900_000 });
  });
  await openWithPanel(page, '/waves/1');
  await panelOf(page).getByRole('button', { name: KEEP }).click();
  await panelOf(page).getByText('Not enough room').waitFor();
  await panelOf(page)
    .getByText(/^This wave needs [\d.]+ MB, 100 kB are free\./)
    .waitFor();
  await panelOf(page).getByRole('button', { name: 'See what is kept' }).click();
  await page
    .getByRole('dialog', { name: /^Kept on this/ })
    .getByText(/^Nothing is kept/)
    .waitFor();
  expect(await storedPaths(page)).toEqual([]);

  // A browser that does not tell its free storage, and refuses during the download.
  const full = await phone(site);
  await full.addInitScript(() => {
    navigator.storage.estimate = async () => ({});
    const put = Cache.prototype.put;
    Cache.prototype.put = function (request, response) {
      if (!String(request).includes('the-clear-table')) return put.call(this, request, response);
      return Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    };
  });
  await openWithPanel(full, '/waves/1');
  await panelOf(full).getByRole('button', { name: KEEP }).click();
  await panelOf(full).getByText('Not enough room').waitFor();
  await expect.poll(() => storedPaths(full)).toEqual([]);
  expect(await indexIn(full)).toBeNull();
});

test('after seven days without the server a kept wave locks, and one connection opens it again', async () => {
  const page = await phone(site);
  await keepAll(page, '/waves/1');
  await indexIn(page, Date.now() - 7 * 24 * 60 * 60 * 1000 - 1000);
  await page.context().setOffline(true);
  expect((await page.goto('/waves/1'))?.status()).toBe(503);
  await page.getByRole('heading', { name: 'Connect once to go on' }).waitFor();
  expect(await page.locator('img').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
  await expect.poll(async () => Date.now() - ((await indexIn(page))?.confirmedAt ?? 0)).toBeLessThan(60_000);
  await page.context().setOffline(true);
  expect((await page.goto('/waves/1'))?.status()).toBe(200);
});

test('favorites are kept, hearts pressed offline are sent once, an offline logout removes all', async () => {
  const page = await newMember(site, 'keeps-favorites', { bypassCSP: true });
  const save = async (itemId: number) =>
    page.request.post('/api/favorites', {
      data: { itemType: 'droplet', itemId },
      headers: await csrfHeaders(page),
    });
  const saved = async () => (await (await page.request.get('/api/favorites')).json()).length;
  await save(1);
  await save(2);
  await keepAll(page, '/favorites?tab=droplets');
  await save(3);
  await page.goto('/favorites?tab=droplets');
  await page.getByText('Kept ·').first().waitFor();
  await idle(page);
  expect(await page.getByRole('button', { name: /^Keep .+ on this/ }).count()).toBe(1);

  await page.context().setOffline(true);
  expect((await page.goto('/favorites'))?.status()).toBe(200);
  await page.getByText('You are offline. What you kept opens.').waitFor();
  await page.getByRole('tab', { name: /Droplets/ }).click();
  await page.getByText('Kept ·').first().waitFor();
  expect(await findAxeProblems(page)).toEqual([]);
  const heart = page.getByRole('button', { name: /^Remove .+ from favorites$/ }).first();
  await heart.click();
  await page.locator('[data-part=toast]').filter({ hasText: 'Removed from favorites' }).waitFor();
  expect(await saved()).toBe(3);
  await page.context().setOffline(false);
  await expect.poll(saved).toBe(2);

  await page.goto('/account');
  await page.getByRole('heading', { name: /^Kept on this/ }).waitFor();
  await page
    .getByRole('button', { name: /^Remove .+ from this/ })
    .first()
    .waitFor();
  await idle(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Account: keeps-favorites' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.locator('[data-part=toast]').filter({ hasText: 'Logged out' }).waitFor();
  await expect.poll(() => storedPaths(page)).toEqual([]);
  expect(await indexIn(page)).toBeNull();
  expect((await page.goto('/droplets/1'))?.status()).toBe(503);
  expect((await page.goto('/favorites'))?.status()).toBe(503);
});

test('a logout removes all kept items, also on a page that no service worker controls', async () => {
  const page = await newMember(site, 'reloads-hard', { bypassCSP: true });
  await keepAll(page, '/waves/1');
  const devtools = await page.context().newCDPSession(page);
  await Promise.all([page.waitForEvent('load'), devtools.send('Page.reload', { ignoreCache: true })]);
  await idle(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await page.getByRole('button', { name: 'Account: reloads-hard' }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect.poll(() => storedPaths(page)).toEqual([]);
  expect(await indexIn(page)).toBeNull();
});

test('a waiting download stops at once, and a removal waits for no download', async () => {
  const page = await newMember(site, 'keeps-two', { bypassCSP: true });
  for (const itemId of [1, 2, 3])
    await page.request.post('/api/favorites', {
      data: { itemType: 'droplet', itemId },
      headers: await csrfHeaders(page),
    });
  await page.goto('/favorites?tab=droplets');
  await idle(page);
  const keeps = page.getByRole('button', { name: /^Keep .+ on this/ });
  const stops = page.getByRole('button', { name: /^Stop keeping/ });
  const removes = page.getByRole('button', { name: /^Remove .+ from this/ });
  await keeps.first().click();
  await removes.waitFor();
  // The film of the next download is held.
  let go = () => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/media/*.mp4', async (route) => {
    if (route.request().method() === 'GET') await waits;
    await route.continue();
  });
  const begun = page.waitForRequest((request) => request.method() === 'GET' && /mp4/.test(request.url()));
  await keeps.first().click();
  await begun;
  await keeps.first().click();
  await expect.poll(() => stops.count()).toBe(2);
  await stops.last().click();
  await expect.poll(() => stops.count()).toBe(1);
  await removes.click();
  await expect.poll(() => removes.count()).toBe(0);
  expect(await indexIn(page)).toBeNull();
  go();
  await expect.poll(() => stops.count()).toBe(0);
  await expect.poll(() => removes.count()).toBe(1);
  expect((await indexIn(page))?.items).toHaveLength(1);
  // Files that only the removed item needed are deleted when the download ends.
  const films = async () => (await storedPaths(page)).filter((path) => path.endsWith('.mp4'));
  await expect.poll(films).toHaveLength(1);
});

test('an item removed while the server confirms it stays removed', async () => {
  const page = await phone(site);
  await keepAll(page, '/waves/2');
  await keepAll(page, '/waves/1');
  const panel = panelOf(page);
  const now = Date.now();
  await indexIn(page, now - 8 * 24 * 60 * 60 * 1000);
  const answer = await hold(page, /\/learner-files\.json/, 'GET');
  const asked = page.waitForRequest(/learner-files/);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await indexIn(page, now);
  await panel.getByRole('button', { name: 'Remove' }).click();
  await panel.getByRole('button', { name: KEEP }).waitFor();
  answer();
  await expect.poll(async () => (await indexIn(page))?.confirmedAt).toBeGreaterThan(now);
  expect((await indexIn(page))?.items).toMatchObject([{ kind: 'wave', id: 2 }]);
});

test('items kept before a release keep their code when more are kept after it', async () => {
  const page = await phone(site);
  await keepAll(page, '/waves/2');
  const [gone] = await (await page.request.get('/learner-files.json')).json();
  expect(await storedPaths(page)).toContain(gone);
  // The next release does not contain this file.
  await page.route('**/learner-files.json', async (route) => {
    const answer = await route.fetch();
    const files: string[] = await answer.json();
    await route.fulfill({ response: answer, json: files.filter((file) => file !== gone) });
  });
  await keepAll(page, '/waves/1');
  expect(await storedPaths(page)).toContain(gone);
  // The server's next confirmation stores all pages again, which need only the new release.
  await indexIn(page, Date.now() - 8 * 24 * 60 * 60 * 1000);
  await panelOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => storedPaths(page)).not.toContain(gone);
  expect((await indexIn(page))?.items).toHaveLength(2);
});

test('the next response of the server removes withdrawn items and adds new ones', async () => {
  const admin = await administrator(site, '/about');
  const headers = await csrfHeaders(admin);
  const change = async (path: string, data: object) =>
    expect((await admin.request.put(path, { data, headers })).status()).toBe(200);
  const page = await phone(site);
  await keepAll(page, '/waves/1');
  const [first, second] = await (await page.request.get('/api/waves/1/droplets')).json();
  await keepAll(page, `/waves/3`);

  await change(`/api/droplets/${first.id}`, { isPublished: false });
  await change(`/api/droplets/${second.id}`, { title: 'Renamed while you were away' });
  await change('/api/waves/3', { isPublished: false });
  await page.context().setOffline(true);
  const connectedAt = Date.now();
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await indexIn(page))?.items.map(({ kind, id }) => `${kind}-${id}`))
    .toEqual(['wave-1']);
  await expect.poll(() => storedPaths(page)).not.toContain(`/droplets/${first.id}`);
  // Then everything is stored again.
  await expect.poll(async () => (await indexIn(page))?.confirmedAt).toBeGreaterThan(connectedAt);
  expect(await storedPaths(page)).toContain(`/droplets/${second.id}`);
  await page.context().setOffline(true);
  expect((await page.goto('/waves/3'))?.status()).toBe(503);
  expect((await page.goto(`/droplets/${first.id}`))?.status()).toBe(503);
  expect((await page.goto(`/droplets/${second.id}`))?.status()).toBe(200);
  await page.getByRole('heading', { level: 1, name: 'Renamed while you were away' }).waitFor();
});
