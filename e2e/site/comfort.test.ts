import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { demoIds } from '../support/demo-ids.ts';
import { entered, logIn } from '../support/entered.ts';
import { findMotion } from '../support/find-motion.ts';
import { hold } from '../support/hold.ts';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember, PASSWORD } from '../support/subscribers.ts';

const site = setUpSite();

let ids: Record<string, number>;
beforeAll(async () => {
  ids = await demoIds(site);
});

const panel = (page: Page) => page.getByRole('dialog', { name: 'Comfort' });
const openPanel = async (page: Page) => {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Comfort' }).click();
  await panel(page).waitFor();
};
const choose = async (page: Page, legend: string, label: string) => {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await panel(page).getByRole('group', { name: legend }).getByRole('radio', { name: label }).check();
  await saved;
};
const root = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));
const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

/** Records the background and text size of the page at its first frame, before any script file. */
const watchFirstFrame = (page: WatchedPage) =>
  page.addInitScript(() => {
    const look = () => {
      if (!document.body) return requestAnimationFrame(look);
      const { colorScheme, fontSize } = getComputedStyle(document.documentElement);
      return Object.assign(window, { firstFrame: { colorScheme, fontSize } });
    };
    requestAnimationFrame(look);
  });

test('a choice takes effect at once, is stored in this browser and is set at the first frame', async () => {
  const page = await entered(site, { colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.goto('/app');
  await idle(page);
  await openPanel(page);
  await panel(page).getByText('Kept in this browser.').waitFor();
  await choose(page, 'Theme', 'Dark');
  await choose(page, 'Text size', 'Larger');
  await choose(page, 'Motion', 'Off');
  expect(await root(page)).toMatchObject({ theme: 'dark', text: 'larger', motion: 'off' });
  expect(await rootSize(page)).toBe('24px');
  expect(await findMotion(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });

  await watchFirstFrame(page);
  await page.reload();
  expect(await page.evaluate(() => (window as unknown as { firstFrame: object }).firstFrame)).toEqual({
    colorScheme: 'dark',
    fontSize: '24px',
  });
  await idle(page);
  await openPanel(page);
  await choose(page, 'Theme', 'System');
  expect((await root(page)).theme).toBeUndefined();
  expect(page.problems).toEqual([]);
});

test('a window without its style sheets is dark for a reader who prefers dark colors', async () => {
  const page = await entered(site, { colorScheme: 'dark' });
  const release = await hold(page, /\.css$/, 'GET');
  await page.goto('/app', { waitUntil: 'commit' });
  const canvas = () =>
    page.evaluate(() => {
      document.documentElement.style.background = 'Canvas';
      return getComputedStyle(document.documentElement).backgroundColor;
    });
  await expect.poll(canvas).toBe('rgb(18, 18, 18)');
  release();
});

test('a press before the scripts have loaded opens the panel afterwards', async () => {
  const page = await entered(site);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Comfort' }).click();
  expect(await panel(page).count()).toBe(0);
  release();
  await panel(page).waitFor();
});

test('motion turned on overrides the system’s reduced motion', async () => {
  const page = await entered(site, { reducedMotion: 'reduce' });
  await page.goto('/app');
  await idle(page);
  expect(await findMotion(page)).toEqual([]);
  await openPanel(page);
  await choose(page, 'Motion', 'On');
  expect(await findMotion(page)).not.toEqual([]);
});

test('a member’s choices are used in another browser, and captions reach the player', async () => {
  const page = await newMember(site, 'comfortable');
  await page.goto('/app');
  await idle(page);
  await openPanel(page);
  await panel(page).getByText('Kept with your account.').waitFor();
  await choose(page, 'Theme', 'Dark');
  await choose(page, 'Captions', 'Off');

  const other = await entered(site);
  await other.goto('/app');
  await logIn(other, { username: 'comfortable', password: PASSWORD });
  await other.goto(`/waves/${ids['one-thing-at-a-time']}?droplet=${ids['the-clear-table']}`);
  expect(await root(other)).toMatchObject({ theme: 'dark' });
  await idle(other);
  const captions = other.getByRole('dialog').getByRole('button', { name: 'Captions' });
  await other.getByRole('dialog').getByRole('button', { name: 'Play The Clear Table' }).click();
  await expect.poll(() => captions.getAttribute('aria-pressed')).toBe('false');
});

test('a choice made before the account’s response overrides only that choice of the account', async () => {
  const page = await newMember(site, 'impatient');
  await page.goto('/app');
  await idle(page);
  await openPanel(page);
  await choose(page, 'Motion', 'Off');

  const other = await entered(site);
  await other.goto('/app');
  await logIn(other, { username: 'impatient', password: PASSWORD });
  // This browser does not have the account's choice yet.
  await other.context().clearCookies({ name: 'stillwater_comfort' });
  await other.reload();
  await idle(other);
  // The response is ready, but is released only after the presses.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await other.route(/\/api\/comfort$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    await held;
    return route.fulfill({ response });
  });
  const asked = other.waitForRequest((request) => request.url().endsWith('/api/comfort'));
  await openPanel(other);
  await asked;
  await choose(other, 'Theme', 'Dark');
  const saved = other.waitForResponse((response) => response.request().method() === 'PUT');
  release();
  const stored = (await saved).request().postDataJSON();
  expect(stored).toMatchObject({ theme: 'dark', motion: 'off' });
  await expect.poll(() => root(other)).toMatchObject({ theme: 'dark', motion: 'off' });
});

test('the largest text fits a phone', async () => {
  const page = await entered(site, { width: 390 });
  await page.request.put('/api/comfort', {
    data: { theme: 'system', text: 'larger', motion: 'system', captions: true },
    headers: { origin: site.url, ...(await csrfHeaders(page)) },
  });
  const wide: string[] = [];
  const wave = ids['one-thing-at-a-time'];
  const paths = ['/', '/app', `/oceans/${ids.focus}`, `/waves/${wave}`, '/explore', '/accordion', '/tree'];
  for (const path of [...paths, '/classic', '/auth', '/about', `/droplets/${ids['the-parking-page']}`]) {
    await page.goto(path);
    await idle(page);
    expect(await rootSize(page)).toBe('24px');
    const { scrollWidth } = await page.evaluate(() => document.documentElement);
    if (scrollWidth > 390) wide.push(`${path}: ${scrollWidth}`);
  }
  expect(wide).toEqual([]);
});

test('the question mark opens the shortcuts, over the viewer too, and not while a person types', async () => {
  const page = await entered(site);
  const list = page.getByRole('dialog', { name: 'Shortcuts' });
  await page.goto('/explore');
  await idle(page);
  await page.getByRole('searchbox').fill('');
  await page.keyboard.press('?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('?');
  expect(await page.evaluate(() => document.documentElement.dataset.opens)).toBeUndefined();

  await page.goto(`/waves/${ids['one-thing-at-a-time']}?droplet=${ids['the-clear-table']}`);
  await idle(page);
  await page.keyboard.press('?');
  await list.waitFor();
  const rows = await list.locator('dl > div').allInnerTexts();
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toContain('Space K Play or pause');
  expect(rows).toHaveLength(11);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(1);

  // Opened from the panel by a press.
  await page.goto('/about');
  await idle(page);
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Shortcuts' }).click();
  await list.waitFor();
  expect(await panel(page).count()).toBe(0);
  // The panel is closed, so the focus returns to the button that opened it.
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Comfort');
  expect(page.problems).toEqual([]);
});

test('only a click that begins and ends on the backdrop closes a dialog', async () => {
  const page = await entered(site);
  const list = page.getByRole('dialog', { name: 'Shortcuts' });
  await page.goto('/about');
  await idle(page);
  await page.keyboard.press('?');
  await list.waitFor();
  const { x = 0, y = 0 } = (await list.getByRole('heading').boundingBox()) ?? {};
  const inside: [number, number] = [x + 5, y + 5];
  const backdrop: [number, number] = [5, 5];
  for (const [from, to] of [
    [inside, backdrop],
    [backdrop, inside],
  ] as const) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to);
    await page.mouse.up();
    expect(await list.isVisible()).toBe(true);
  }
  await page.mouse.click(...backdrop);
  await list.waitFor({ state: 'detached' });
});
