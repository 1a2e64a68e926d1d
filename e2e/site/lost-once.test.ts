import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { entered, logIn } from '../support/entered.ts';
import { alive, idle } from '../support/open-site.ts';
import { ADMIN } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/*
 * Code and style sheets whose first request fails, as in a tunnel: those of the first view, and preloaded
 * ones.
 */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

/** Lists style sheets of the page that have no rules, because they failed to load. */
const emptySheets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      .filter(({ sheet }) => {
        try {
          return !sheet?.cssRules.length;
        } catch {
          return true;
        }
      })
      .map(({ href }) => href),
  );

test('a lesson opens completely after its code and style sheets failed to load once', async () => {
  const page = await entered(site);
  const exceptions: string[] = [];
  page.on('pageerror', ({ message }) => exceptions.push(message));
  const lost = new Set<string>();
  await page.route(/\/assets\/(droplet-viewer|player)-.*\.(js|css)$/, (route) => {
    lost.add(new URL(route.request().url()).pathname.replace(/^.*\/([a-z-]+)-.*\./, '$1.'));
    return route.abort();
  });
  await page.goto('/waves/1');
  await alive(page);
  // The panel at the page's end comes into view, and loads its code.
  await page.keyboard.press('End');
  await expect.poll(() => [...lost]).toEqual(expect.arrayContaining(['droplet-viewer.js', 'player.css']));
  // The page has received the failures.
  await idle(page);
  await page.unrouteAll();
  await page.locator('a[data-droplet]').first().click();
  const viewer = page.locator('dialog[data-part=viewer]:modal');
  await viewer.getByRole('slider', { name: 'Seek' }).waitFor();
  expect(await emptySheets(page)).toEqual([]);
  expect(exceptions).toEqual([]);
});

test.each([
  ['a lesson', '/waves/1?droplet=1'],
  ['the account', '/account'],
  ['the administration', '/admin'],
])('%s opens completely after each file of its first view failed to load once', async (_, path) => {
  const page = await site.newPage();
  await logIn(page, ADMIN);
  const lost = new Set<string>();
  await page.route('**/assets/**', (route) => {
    const url = route.request().url();
    if (lost.has(url)) return route.continue();
    lost.add(url);
    return route.abort();
  });
  await page.goto(path);
  await alive(page);
  expect([...lost].filter((url) => url.endsWith('.css')).length).toBeGreaterThan(0);
  await expect.poll(() => emptySheets(page)).toEqual([]);
});

test('a page whose code failed to load opens at a retry, also with a hash in its address', async () => {
  const page = await site.newPage();
  await logIn(page, ADMIN);
  await page.route(/\/assets\/terms-privacy-page-.*\.js$/, (route) => route.abort());
  await page.goto('/admin/analytics');
  await alive(page);
  await page.getByRole('link', { name: 'What is counted' }).click();
  await page.getByRole('heading', { name: 'This page could not be opened' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.getByRole('heading', { name: 'Privacy Policy' }).waitFor();
});
