import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { hold } from '../support/hold.ts';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { demoSite } from '../support/set-up-site.ts';

/* Scroll position of Explore after a reload on a slow connection. */

const site = demoSite();

/** Opens Explore and scrolls until more than the first page is loaded, which a reload loads again. */
async function scrolledFar(): Promise<WatchedPage> {
  const page = await entered(site);
  await page.goto('/explore');
  await idle(page);
  const loaded = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    return page.evaluate(() => history.state?.scroll?.loaded ?? 0);
  };
  // The position is stored when scrolling has ended.
  await expect.poll(loaded, { interval: 400 }).toBeGreaterThan(40);
  return page;
}

test('each further page of the list is requested once', async () => {
  const page = await scrolledFar();
  await idle(page);
  const further = page.requested.filter((url) => url.includes('cursor='));
  expect(further).toEqual([...new Set(further)]);
});

test('a reload restores a position beyond the first items', async () => {
  const page = await scrolledFar();
  await idle(page);
  const stored = () => page.evaluate(() => history.state?.scroll?.top);
  await expect
    .poll(async () => (await stored()) === (await page.evaluate(() => Math.round(scrollY))))
    .toBe(true);
  const before = await stored();
  await page.reload();
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(3);
});

test('a keyword chosen while the previous list loads does not scroll to that list’s position', async () => {
  const page = await scrolledFar();
  const release = await hold(page, /cursor=/, 'GET');
  await page.reload();
  const chip = page
    .getByRole('group', { name: 'Keywords' })
    .getByRole('button', { name: 'pause', exact: true });
  await chip.click();
  await page.getByText('Showing droplets tagged with').waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
  release();
  await idle(page);
  expect(await chip.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(0);
});

test('a reader who scrolls while the previous list loads stays at the new position', async () => {
  const page = await scrolledFar();
  const release = await hold(page, /cursor=/, 'GET');
  await page.reload({ waitUntil: 'commit' });
  const top = () => page.evaluate(() => scrollY);
  // The browser scrolls as far as the first items allow.
  await expect.poll(top).toBeGreaterThan(500);
  const atEnd = await top();
  await alive(page);
  await page.mouse.wheel(0, -400);
  await expect.poll(top).toBeLessThan(atEnd - 200);
  release();
  await idle(page);
  expect(await top()).toBeLessThan(atEnd - 200);
});

test('a reader who scrolls before the scripts have loaded stays at the new position', async () => {
  const page = await scrolledFar();
  const release = await hold(page, /\.js$/, 'GET');
  await page.reload({ waitUntil: 'commit' });
  const top = () => page.evaluate(() => scrollY);
  await expect.poll(top).toBeGreaterThan(500);
  const atEnd = await top();
  await page.mouse.wheel(0, -400);
  await expect.poll(top).toBeLessThan(atEnd - 200);
  release();
  await idle(page);
  expect(await top()).toBeLessThan(atEnd - 200);
});
