import { expect, test } from 'vitest';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { newVisitor } from '../support/subscribers.ts';
import { reportsOfAll } from './reports.ts';

/* The page of a wave that is seen completely. */

const WAVE = 'one-thing-at-a-time';

const site = demoSite();

/** Opens the wave as a visitor who has seen all of it. Returns the page and the number of droplets. */
async function openSeenWave(options: typeof PHONE | { viewport: { width: number; height: number } }) {
  const page = await newVisitor(site, options);
  const reports = await reportsOfAll(site, WAVE, 'focus');
  await page.addInitScript(
    (list) => localStorage.setItem('stillwater.progress', list),
    JSON.stringify(reports),
  );
  await page.goto(`/waves/${site.ids[WAVE]}`);
  await page.getByText('You have been all the way through').waitFor();
  return { page, count: reports.length };
}

test('a completely seen wave says so, and can begin again', async () => {
  const { page, count } = await openSeenWave(PHONE);
  await page.getByText('Seen to the end').waitFor({ state: 'attached' });
  expect(await page.getByText('Seen', { exact: true }).count()).toBe(count);
  await page.getByRole('link', { name: 'Begin again' }).click();
  await page.locator('dialog:modal').waitFor();
  const film = page.locator('[data-part=player] video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  expect(page.problems).toEqual([]);
});

/** Positions in the window, in px, of the parts around the line and the button. */
async function positionsOf(page: WatchedPage): Promise<unknown[]> {
  const parts = ['main h1', 'main [aria-pressed]', 'main h2', 'main h3'];
  const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
  return boxes.map((box, n) => [
    parts[n],
    Math.round(box?.x ?? Number.NaN),
    Math.round(box?.y ?? Number.NaN),
  ]);
}

test.each([
  ['on a phone', PHONE],
  ['on a wide window', { viewport: { width: 1440, height: 900 } }],
])('the line about a seen wave shifts nothing when it appears, %s', async (_, options) => {
  const { page } = await openSeenWave(options);
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/begun-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await alive(page);
  expect(await page.getByText('You have been all the way through').count()).toBe(0);
  const before = await positionsOf(page);
  held.resolve();
  await page.getByText('You have been all the way through').waitFor();
  await page.getByRole('link', { name: 'Begin again' }).waitFor();
  expect(await positionsOf(page)).toEqual(before);
  // Other pages reserve no space.
  await page.goto(`/oceans/${site.ids.focus}`);
  expect(await page.evaluate(() => 'through' in document.documentElement.dataset)).toBe(false);
});
