import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOf, entered } from './entered.ts';
import { type OpenSite, openSite, type WatchedPage } from './open-site.ts';

/* The layouts over catalogues of other sizes than the demo's. */

const heading = (page: WatchedPage, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

describe('an empty catalogue', () => {
  let empty: OpenSite;
  beforeAll(async () => {
    empty = await openSite({ DEMO: 'false' });
  });
  afterAll(() => empty.close());

  test('says so in every layout', async () => {
    const page = await entered(empty);
    for (const [path, words] of [
      ['/app', 'No knowledge oceans available yet'],
      ['/explore', 'No droplets are available yet'],
      ['/accordion', 'No content available yet. Check back later.'],
      ['/tree', 'No content available yet. Check back later.'],
      ['/classic', 'No items available at this level.'],
    ] as const) {
      await page.goto(path);
      await page.getByText(words).waitFor();
    }
    expect(await page.getByRole('button', { name: 'Clear Filters' }).count()).toBe(0);
    expect(page.problems).toEqual([]);
  });
});

describe('a large catalogue', () => {
  let large: OpenSite;
  beforeAll(async () => {
    large = await openSite({ DEMO: 'false' });
    const seed = ['scripts/seed.ts', '--oceans', '160', '--waves', '1600', '--droplets', '6000'];
    await promisify(execFile)(process.execPath, seed, { env: { ...process.env, DATA_DIR: large.dataDir } });
  });
  afterAll(() => large.close());

  /** Elements of a list that are in the page. */
  const held = (page: WatchedPage, selector: string) => page.locator(selector).count();
  const toEnd = (page: WatchedPage) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

  test('Explore loads on as one scrolls, and holds a few screenfuls of cards', async () => {
    const page = await entered(large);
    await page.goto('/explore');
    const title = () => page.locator('main li.card .card-title').last().innerText();
    const first = await title();
    let most = 0;
    for (let round = 0; round < 8; round += 1) {
      await toEnd(page);
      await page.waitForTimeout(250);
      most = Math.max(most, await held(page, 'main li.card'));
    }
    expect(callsOf(page, 'cursor=').length).toBeGreaterThan(3);
    expect(await title()).not.toBe(first);
    expect(most).toBeLessThan(60);
    expect(page.problems).toEqual([]);
  });

  test('a place far down is found again after leaving and after loading the page anew', async () => {
    const page = await entered(large);
    await page.goto('/explore');
    for (let round = 0; round < 4; round += 1) {
      await toEnd(page);
      await page.waitForTimeout(300);
    }
    const sight = () =>
      page.evaluate(() => {
        const cards = [...document.querySelectorAll('main li.card')];
        const card = cards.find((one) => one.getBoundingClientRect().top > 0);
        return card
          ? [card.querySelector('a')?.textContent, Math.round(card.getBoundingClientRect().top)]
          : [];
      });
    await page.evaluate(() => scrollBy(0, -700));
    await page.waitForTimeout(400);
    const before = await sight();
    await page.getByRole('link', { name: 'About' }).evaluate((link: HTMLElement) => link.click());
    await page.waitForURL('**/about');
    await page.goBack();
    await expect.poll(sight).toEqual(before);
    await page.reload();
    await expect.poll(sight, { timeout: 5000 }).toEqual(before);
  });

  test.each(['/app', '/', '/accordion', '/classic'])(
    '%s holds a few screenfuls of a long list, and all of it can be reached',
    async (path) => {
      const page = await entered(large);
      await page.goto(path);
      // The server sends the beginning, the browser completes it in one call.
      await expect.poll(() => callsOf(page, '/api/oceans').length).toBe(1);
      const items = 'main .card, main .acc > li';
      let most = 0;
      for (let round = 0; round < 6; round += 1) {
        await toEnd(page);
        await page.waitForTimeout(250);
        most = Math.max(most, await held(page, items));
      }
      expect(most).toBeLessThan(60);
      const last = ((await (await fetch(`${large.url}/api/oceans`)).json()) as { title: string }[]).at(-1);
      await page
        .getByText(last?.title ?? '', { exact: true })
        .first()
        .waitFor();
      expect(page.problems).toEqual([]);
    },
  );

  test('the tree fetches its branches as they are opened, and holds only what is near', async () => {
    const page = await entered(large);
    await page.goto('/tree');
    const lines = page.getByRole('treeitem');
    expect(await lines.first().getAttribute('aria-setsize')).toBe('160');
    expect(await lines.first().getAttribute('aria-expanded')).toBe('false');
    expect(await lines.count()).toBeLessThan(60);
    page.requested.length = 0;
    await lines.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[aria-level="2"]').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('[aria-level="3"]').first().waitFor();
    expect(callsOf(page).map((url) => new URL(url).pathname.replace(/\d+/, 'n'))).toEqual([
      '/api/oceans/n/waves',
      '/api/waves/n/droplets',
    ]);
    await page.keyboard.press('End');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-posinset')))
      .toBe('160');
    const box = await page.locator(':focus').boundingBox();
    expect(box && box.y > 0 && box.y < 900).toBe(true);
    expect(await lines.count()).toBeLessThan(100);
    expect(page.problems).toEqual([]);
  });

  test.each(['/app', '/accordion', '/classic'])(
    '%s is as long as all that it holds, before anybody scrolls',
    async (path) => {
      const page = await entered(large, { width: 390 });
      await page.goto(path);
      // The server has sent the beginning; the whole list comes by itself.
      await expect.poll(() => callsOf(page).map((url) => new URL(url).pathname)).toContain('/api/oceans');
      const lengthOf = () =>
        page.evaluate(() => {
          const rows = [...document.querySelectorAll('main ul > li:not(.left-out)')].slice(0, 3);
          const pitch =
            (rows[2] as Element).getBoundingClientRect().top -
            (rows[1] as Element).getBoundingClientRect().top;
          return document.body.scrollHeight / (pitch * 160);
        });
      await expect.poll(lengthOf).toBeGreaterThan(0.8);
      expect(await lengthOf()).toBeLessThan(1.3);
      expect(page.problems).toEqual([]);
    },
  );

  test('a window that becomes higher is filled', async () => {
    const page = await entered(large, { viewport: { width: 390, height: 700 } });
    await page.goto('/app');
    await page.locator('.left-out').first().waitFor({ state: 'attached' });
    const before = await held(page, 'main li.card');
    await page.setViewportSize({ width: 390, height: 2800 });
    await expect.poll(() => held(page, 'main li.card')).toBeGreaterThan(before * 2);
  });

  test('accordion and classic hold only what is near, and a link leads to an ocean far down', async () => {
    const page = await entered(large);
    const oceans = (await (await fetch(`${large.url}/api/oceans`)).json()) as { id: number; title: string }[];
    const far = oceans[100] as { id: number; title: string };
    await page.goto(`/accordion?ocean=${far.id}`);
    const head = page
      .getByRole('heading', { level: 2, name: new RegExp(`^${far.title}`) })
      .getByRole('button');
    await expect.poll(async () => (await head.boundingBox())?.y ?? -1, { timeout: 5000 }).toBeLessThan(900);
    expect(await head.getAttribute('aria-expanded')).toBe('true');
    expect(await held(page, 'ul.acc > li')).toBeLessThan(60);
    await page.goto('/classic');
    await heading(page, 'Categories').waitFor();
    await expect
      .poll(async () => {
        await toEnd(page);
        return page.getByRole('link', { name: oceans.at(-1)?.title, exact: true }).count();
      })
      .toBe(1);
    expect(await held(page, 'main li.card')).toBeLessThan(40);
    expect(page.problems).toEqual([]);
  });
});
