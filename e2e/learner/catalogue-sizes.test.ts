import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOf, entered } from '../support/entered.ts';
import { idle, type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';
import { CARD, GAP, heading } from '../support/parts.ts';

/* The layouts with an empty and with a large catalogue. */

describe('an empty catalogue', () => {
  let empty: OpenSite;
  beforeAll(async () => {
    empty = await openSite({ DEMO: 'false' });
  });
  afterAll(() => empty.close());

  test('an empty catalogue shows an empty state in every layout', async () => {
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

  /** Counts elements in the page. */
  const held = (page: WatchedPage, selector: string) => page.locator(selector).count();
  const toEnd = (page: WatchedPage) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

  test('Explore loads more while scrolling and keeps a few screens of cards in the page', async () => {
    const page = await entered(large);
    await page.goto('/explore');
    const title = () => page.locator(`${CARD} > :is(h2, h3, h4)`).last().innerText();
    const first = await title();
    let most = 0;
    for (let part = 1; part <= 4; part += 1) {
      // The end moves as rows get their measured heights, so one scroll may stop before it.
      const loaded = async () => {
        await toEnd(page);
        most = Math.max(most, await held(page, CARD));
        return callsOf(page, 'cursor=').length;
      };
      await expect.poll(loaded, { interval: 250 }).toBeGreaterThanOrEqual(part);
    }
    expect(callsOf(page, 'cursor=').length).toBeGreaterThan(3);
    expect(await title()).not.toBe(first);
    expect(most).toBeLessThan(60);
    expect(page.problems).toEqual([]);
  });

  test('continuous scrolling by the wheel never moves the reader back', async () => {
    const page = await entered(large);
    await page.goto('/explore');
    await idle(page);
    await page.mouse.move(700, 500);
    // The reader pauses once, so that the position is stored.
    const stored = async () => {
      await page.mouse.wheel(0, 100);
      return page.evaluate(() => history.state?.scroll?.top ?? 0);
    };
    await expect.poll(stored, { interval: 400 }).toBeGreaterThan(0);
    let top = 0;
    for (let turn = 0; turn < 100 && callsOf(page, 'cursor=').length < 3; turn += 1) {
      await page.mouse.wheel(0, 800);
      const now = await page.evaluate(() => scrollY);
      // Rows that get their measured heights may move the page by a part of a screen.
      expect(now).toBeGreaterThan(top - 450);
      top = now;
    }
    expect(callsOf(page, 'cursor=').length).toBeGreaterThanOrEqual(3);
    await idle(page);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(top - 450);
  });

  test('a scroll position far down is restored after leaving and after a reload', async () => {
    const page = await entered(large);
    await page.goto('/explore');
    for (let part = 1; part <= 2; part += 1) {
      const loaded = async () => {
        await toEnd(page);
        return callsOf(page, 'cursor=').length;
      };
      await expect.poll(loaded, { interval: 250 }).toBeGreaterThanOrEqual(part);
    }
    const sight = () =>
      page.evaluate((selector) => {
        const cards = [...document.querySelectorAll(selector)];
        const card = cards.find((one) => one.getBoundingClientRect().top > 0);
        return card
          ? [card.querySelector('a')?.textContent, Math.round(card.getBoundingClientRect().top)]
          : [];
      }, CARD);
    const settledSight = async () => {
      let last: unknown;
      await expect
        .poll(
          async () => {
            const [before, now] = [last, await sight()];
            last = now;
            return JSON.stringify(before) === JSON.stringify(now);
          },
          { interval: 400 },
        )
        .toBe(true);
      return last;
    };
    await idle(page);
    await page.evaluate(() => scrollBy(0, -700));
    const before = await settledSight();
    // The position is stored when scrolling has ended.
    await expect
      .poll(() => page.evaluate(() => history.state?.scroll?.top === Math.round(scrollY)))
      .toBe(true);
    await page.getByRole('link', { name: 'About' }).evaluate((link: HTMLElement) => link.click());
    await page.waitForURL('**/about');
    await page.goBack();
    await expect.poll(sight).toEqual(before);
    await page.reload();
    await expect.poll(sight).toEqual(before);
  });

  test('results that fail to load when the reader returns are requested again only by a press', async () => {
    const page = await entered(large);
    await page.goto('/explore');
    const loaded = async () => {
      await toEnd(page);
      return page.evaluate(() => history.state?.scroll?.loaded ?? 0);
    };
    // The position is stored when scrolling has ended.
    await expect.poll(loaded, { interval: 400 }).toBeGreaterThan(40);
    const more = /explore\/droplets\?.*cursor=./;
    await page.route(more, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    const failed = page.getByRole('alert').getByText('Failed to load droplets');
    await failed.waitFor();
    page.requested.length = 0;
    await idle(page);
    expect(callsOf(page, 'cursor=')).toEqual([]);
    await page.unroute(more);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await failed.waitFor({ state: 'detached' });
    expect(callsOf(page, 'cursor=').length).toBeGreaterThan(0);
  });

  test.each(['/app', '/', '/accordion', '/classic'])(
    '%s keeps a few screens of a long list in the page, and its end can be reached',
    async (path) => {
      const page = await entered(large);
      await page.goto(path);
      // The server sends the first items, and the browser fetches the list in one call.
      const lists = () => callsOf(page).filter((url) => new URL(url).pathname === '/api/oceans');
      await expect.poll(() => lists().length).toBe(1);
      const items = `${CARD}, main ul:has(> [data-part=ocean]) > li`;
      const last = ((await (await fetch(`${large.url}/api/oceans`)).json()) as { title: string }[]).at(-1);
      let most = 0;
      // The end moves as rows get their measured heights.
      const lastShown = async () => {
        await toEnd(page);
        most = Math.max(most, await held(page, items));
        return page
          .getByText(last?.title ?? '', { exact: true })
          .first()
          .isVisible();
      };
      await expect.poll(lastShown, { interval: 250 }).toBe(true);
      await toEnd(page);
      most = Math.max(most, await held(page, items));
      expect(most).toBeLessThan(60);
      expect(page.problems).toEqual([]);
    },
  );

  test.each(['/app', '/', '/accordion'])(
    '%s keeps its loaded oceans when the rest cannot be loaded',
    async (path) => {
      const page = await entered(large);
      await page.route('**/api/oceans', (route) => route.fulfill({ status: 500 }));
      await page.goto(path);
      await page.locator('main [role=alert]').waitFor();
      expect(await page.locator(`${CARD}, main [data-part=ocean]`).count()).toBeGreaterThan(3);
    },
  );

  test('the tree fetches branches when they are opened and keeps only near lines in the page', async () => {
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
    '%s has its full length before the first scroll',
    async (path) => {
      const page = await entered(large, { width: 390 });
      await page.goto(path);
      // The server sends the first items, and the browser then fetches the list.
      await expect.poll(() => callsOf(page).map((url) => new URL(url).pathname)).toContain('/api/oceans');
      const lengthOf = () =>
        page.evaluate(() => {
          const rows = [...document.querySelectorAll('main ul > li:not([aria-hidden=true])')].slice(0, 3);
          const pitch =
            (rows[2] as Element).getBoundingClientRect().top -
            (rows[1] as Element).getBoundingClientRect().top;
          return document.body.scrollHeight / (pitch * 160);
        });
      // Before the fonts load, rows are measured whose height will change.
      await page.evaluate(() => document.fonts.ready);
      await expect.poll(lengthOf).toSatisfy((length) => length > 0.8 && length < 1.3);
      expect(page.problems).toEqual([]);
    },
  );

  test('a window that grows is filled with cards', async () => {
    const page = await entered(large, { viewport: { width: 390, height: 700 } });
    await page.goto('/app');
    await page.locator(GAP).first().waitFor({ state: 'attached' });
    const before = await held(page, CARD);
    await page.setViewportSize({ width: 390, height: 2800 });
    await expect.poll(() => held(page, CARD)).toBeGreaterThan(before * 2);
  });

  test('accordion and classic keep only near items, and a link leads to an ocean far down', async () => {
    const page = await entered(large);
    const oceans = (await (await fetch(`${large.url}/api/oceans`)).json()) as { id: number; title: string }[];
    const far = oceans[100] as { id: number; title: string };
    await page.goto(`/accordion?ocean=${far.id}`);
    const head = page
      .getByRole('heading', { level: 2, name: new RegExp(`^${far.title}`) })
      .getByRole('button');
    await expect.poll(async () => (await head.boundingBox())?.y ?? -1).toBeLessThan(900);
    expect(await head.getAttribute('aria-expanded')).toBe('true');
    expect(await held(page, 'ul:has(> [data-part=ocean]) > li')).toBeLessThan(60);
    await page.goto('/classic');
    await heading(page, 'Categories').waitFor();
    await expect
      .poll(async () => {
        await toEnd(page);
        return page.getByRole('link', { name: oceans.at(-1)?.title, exact: true }).count();
      })
      .toBe(1);
    expect(await held(page, CARD)).toBeLessThan(40);
    expect(page.problems).toEqual([]);
  });
});
