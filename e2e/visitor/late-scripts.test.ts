import { expect, test } from 'vitest';
import { openHaltingLine } from '../support/lines/halting-line.ts';
import { idle, outlast, type WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/*
 * The scripts of a page are requested once its first view is painted, also if the browser reports no paint.
 */

const site = setUpSite();

/** Opens a page whose clock is stopped, and whose browser never reports a paint. */
async function unpainted(): Promise<WatchedPage> {
  const page = await site.newPage();
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  return page;
}

const hasScripts = (page: WatchedPage) =>
  page.requested.some((address) => /\/assets\/browser-\w+\.js$/.test(address));

test('no script is requested before the first view is painted', async () => {
  const page = await site.newPage();
  await page.goto('/');
  await idle(page);
  const { painted, requested } = await page.evaluate(() => ({
    painted: performance.getEntriesByType('paint').map(({ startTime }) => startTime),
    requested: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));
  expect(painted.length).toBeGreaterThan(0);
  expect(requested.length).toBeGreaterThan(3);
  expect(Math.min(...requested)).toBeGreaterThan(Math.min(...painted));
});

test('a browser that reports no paint requests the scripts a second after the page', async () => {
  const page = await unpainted();
  await page.goto('/', { waitUntil: 'load' });
  await page.clock.runFor(900);
  expect(hasScripts(page)).toBe(false);
  await page.clock.runFor(100);
  await expect.poll(() => hasScripts(page)).toBe(true);
});

test('a hidden tab requests the scripts without a paint and without delay', async () => {
  const page = await unpainted();
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }));
  await page.goto('/', { waitUntil: 'load' });
  await expect.poll(() => hasScripts(page)).toBe(true);
});

test('scripts that load before the end of the page wait for it', async () => {
  const line = await openHaltingLine(site.url);
  const page = await site.newPage();
  await page.goto(`${line.url}/contact`, { waitUntil: 'commit' });
  await expect.poll(() => hasScripts(page)).toBe(true);
  await expect.poll(() => [...page.unfinished.values()]).toEqual([`${line.url}/contact`]);
  // Scripts that did not wait would run now.
  await outlast(page, 200);
  line.goOn();
  await idle(page);
  expect(page.problems).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Confirm password').waitFor();
  await line.close();
});

test.each([
  ['all', 0],
  ['half', 600],
])('a page that loses %s of its state is reloaded once', async (_, into) => {
  const line = await openHaltingLine(site.url, into);
  const page = await site.newPage();
  // Ten seconds of the page take 0.3 s.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const hasten = (run: TimerHandler, ms?: number, ...values: unknown[]) =>
      setTimeout(run, ms === 10_000 ? 300 : ms, ...values);
    Object.assign(window, { setTimeout: hasten });
  });
  const pageRequests = () => page.requested.filter((url) => url === `${line.url}/auth`).length;
  const loseTheEnd = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.unfinished.size).toBe(1);
    // Not by the number of open requests, because that of the next load may have started.
    await Promise.all([page.waitForEvent('requestfailed'), line.cut()]);
  };
  await page.goto(`${line.url}/auth`, { waitUntil: 'commit' });
  await loseTheEnd();
  await expect.poll(pageRequests).toBe(2);
  // A second loss keeps the loaded part.
  await loseTheEnd();
  await outlast(page, 1_000);
  expect(pageRequests()).toBe(2);

  await page.goto(`${line.url}/auth`, { waitUntil: 'commit' });
  await loseTheEnd();
  await expect.poll(pageRequests).toBe(4);
  await page.getByRole('heading', { level: 1 }).waitFor();
  line.goOn();
  await idle(page);
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Confirm password').waitFor();
  await line.close();
});

test.each([
  ['the entry', /\/assets\/browser-\w+\.js$/],
  ['shared code', /\/assets\/site-\w+\.js$/],
  ['the code of the page itself', /\/assets\/auth-page-\w+\.js$/],
])('%s that fails to load is requested again', async (_, script) => {
  const page = await site.newPage();
  let asked = 0;
  await page.route(script, (route) => {
    asked += 1;
    return asked <= 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto('/auth');
  await idle(page);
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Confirm password').waitFor();
  expect(asked).toBeGreaterThan(2);
});
