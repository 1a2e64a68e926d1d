import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoIds } from './demo-ids.ts';
import { callsOf, entered, queryOf } from './entered.ts';
import { type OpenSite, openSite, type WatchedPage } from './open-site.ts';

let site: OpenSite;
let ids: Record<string, number>;
beforeAll(async () => {
  site = await openSite();
  ids = await demoIds(site);
});
afterAll(() => site.close());

const heading = (page: WatchedPage, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

test('every layout arrives as complete HTML and hydrates without a word, a call or a sideways scroll', async () => {
  const paths = {
    '/explore': 'Name the Next Small Thing',
    '/explore?q=kettle': 'Wait for the Kettle',
    '/explore?keyword=pause': 'Showing droplets tagged with',
    [`/accordion?ocean=${ids.breath}&wave=${ids['the-long-exhale']}`]: 'Hum It Out',
    '/tree': 'Finish the Sentence',
    '/classic': 'Learning Categories',
    [`/classic?ocean=${ids.focus}&wave=${ids['one-thing-at-a-time']}`]: 'Finish the Sentence',
  };
  for (const width of [390, 768, 1440]) {
    const page = await entered(site, { width });
    for (const [path, words] of Object.entries(paths)) {
      expect(await (await page.request.get(path)).text(), path).toContain(words);
      page.requested.length = 0;
      await page.goto(path);
      await page.waitForTimeout(300);
      expect(callsOf(page), path).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${path} at ${width}`,
      ).toBe(true);
    }
    expect(page.problems).toEqual([]);
  }
});

test('the layouts show the landing page before a visitor has entered', async () => {
  const page = await site.newPage();
  for (const path of ['/explore', '/accordion', '/tree', '/classic'])
    expect(await (await page.request.get(path)).text(), path).toContain('Begin Your');
});

describe('Accordion', () => {
  const part = (page: WatchedPage, name: RegExp | string) =>
    page.getByRole('main').getByRole('button', { name });
  const expanded = (page: WatchedPage) => page.locator('main [aria-expanded="true"] strong').allInnerTexts();

  test('one ocean is open at a time, waves inside, droplets inside those, each fetched when it is opened', async () => {
    const page = await entered(site);
    await page.goto('/accordion');
    await heading(page, 'Knowledge Oceans').waitFor();
    expect(await expanded(page)).toEqual([]);
    page.requested.length = 0;
    await part(page, /^Breath/).click();
    await part(page, /^The Long Exhale/).waitFor();
    expect(callsOf(page).map((url) => new URL(url).pathname)).toEqual([`/api/oceans/${ids.breath}/waves`]);
    expect(queryOf(page)).toEqual({ ocean: String(ids.breath) });
    await part(page, /^The Long Exhale/).click();
    await page.getByRole('link', { name: 'Hum It Out' }).waitFor();
    expect(queryOf(page)).toEqual({ ocean: String(ids.breath), wave: String(ids['the-long-exhale']) });
    expect(callsOf(page).map((url) => new URL(url).pathname)).toEqual([
      `/api/oceans/${ids.breath}/waves`,
      `/api/waves/${ids['the-long-exhale']}/droplets`,
    ]);

    // Opening another one below closes it, and what was pressed stays under the pointer.
    const other = part(page, /^Attention & Technology/);
    await other.scrollIntoViewIfNeeded();
    const before = (await other.boundingBox())?.y ?? 0;
    await other.click();
    expect(await expanded(page)).toEqual(['Attention & Technology']);
    expect(Math.abs(((await other.boundingBox())?.y ?? 0) - before)).toBeLessThan(3);
    expect(queryOf(page)).toEqual({ ocean: String(ids.attention ?? ids['attention-and-technology'] ?? '') });
    await other.click();
    expect(await expanded(page)).toEqual([]);
    expect(queryOf(page)).toEqual({});
  });

  test('a selection in the address is restored, and its droplet opens the viewer over the wave', async () => {
    const page = await entered(site);
    const wave = ids['the-long-exhale'];
    await page.goto(`/accordion?ocean=${ids.breath}&wave=${wave}&droplet=${ids['hum-it-out']}`);
    const viewer = page.getByRole('dialog');
    await viewer.getByText('3 of 6').filter({ visible: true }).first().waitFor();
    // The page came with the viewer open; modal it is once the script is there.
    await page.locator('dialog:modal').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => queryOf(page).droplet).toBe(String(ids['a-candle-you-do-not-blow-out']));
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(queryOf(page)).toEqual({ ocean: String(ids.breath), wave: String(wave) });
    expect(await expanded(page)).toEqual(['Breath', 'The Long Exhale']);
  });

  test('a droplet or a wave alone brings its branch along', async () => {
    const page = await entered(site);
    await page.goto(`/accordion?droplet=${ids['hum-it-out']}`);
    await page.getByRole('dialog').waitFor();
    await expect
      .poll(() => queryOf(page))
      .toEqual({
        ocean: String(ids.breath),
        wave: String(ids['the-long-exhale']),
        droplet: String(ids['hum-it-out']),
      });
    await page.goto(`/accordion?wave=${ids['the-long-exhale']}`);
    await expect.poll(() => expanded(page)).toEqual(['Breath', 'The Long Exhale']);
  });

  test('bad values are dropped quietly', async () => {
    const page = await entered(site);
    const wave = ids['the-long-exhale'];
    for (const [search, left] of [
      ['ocean=abc&wave=1.5&droplet=-2', {}],
      ['ocean=999999', {}],
      ['droplet=999999', {}],
      ['wave=999999&droplet=999999', {}],
      [`ocean=${ids.focus}&wave=${wave}`, { ocean: String(ids.focus) }],
      [`ocean=${ids.breath}&wave=${wave}&droplet=999999`, { ocean: String(ids.breath), wave: String(wave) }],
    ] as const) {
      await page.goto(`/accordion?${search}`);
      await expect.poll(() => queryOf(page), { message: search }).toEqual(left);
      expect(await page.getByRole('dialog').count(), search).toBe(0);
    }
    expect(page.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });
});

describe('Tree', () => {
  const line = (page: WatchedPage, name: string) =>
    page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  const focused = (page: WatchedPage) =>
    page.evaluate(() => document.activeElement?.querySelector('[data-open]')?.textContent ?? '');

  test('the whole hierarchy comes in one call, and says that it is loading or has failed', async () => {
    const page = await entered(site);
    await page.goto('/about');
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/tree', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.evaluate(() => {
      history.pushState(null, '', '/tree');
    });
    await page.getByText('Loading your knowledge journey...').waitFor();
    answer();
    await page.getByRole('alert').getByText('Error loading content. Please try again later.').waitFor();

    await page.unroute('**/api/tree');
    await page.goto('/app');
    // The cards in view fetch their own pages ahead.
    await page.waitForLoadState('networkidle');
    page.requested.length = 0;
    await page.getByRole('link', { name: 'Tree', exact: true }).click();
    await page.getByRole('tree', { name: 'Overview' }).waitFor();
    expect(callsOf(page).map((url) => new URL(url).pathname)).toEqual(['/api/tree']);
    await heading(page, 'Overview').waitFor();
  });

  test('arrows, Home, End and letters move one focus through it; branches close and open', async () => {
    const page = await entered(site);
    await page.goto('/tree');
    await line(page, 'Focus').waitFor();
    expect(await page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    await page.locator('[role="treeitem"][tabindex="0"]').focus();
    const press = async (key: string, title: string) => {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page), { message: key }).toBe(title);
    };
    await press('ArrowDown', 'One Thing at a Time');
    await press('ArrowDown', 'Name the Next Small Thing');
    await press('ArrowLeft', 'One Thing at a Time');
    expect(await line(page, 'One Thing at a Time').getAttribute('aria-expanded')).toBe('true');
    await press('ArrowLeft', 'One Thing at a Time');
    expect(await line(page, 'One Thing at a Time').getAttribute('aria-expanded')).toBe('false');
    await press('ArrowDown', 'The Wandering Mind');
    await press('ArrowUp', 'One Thing at a Time');
    await press('ArrowRight', 'One Thing at a Time');
    await press('ArrowRight', 'Name the Next Small Thing');
    await press('Home', 'Focus');
    // Far down, where the page holds no lines yet.
    await press('End', 'Seasons');
    await press('Home', 'Focus');
    await page.keyboard.type('rest');
    await expect.poll(() => focused(page)).toBe('Rest');
    expect(await line(page, 'Rest').getAttribute('aria-level')).toBe('1');
    await page.keyboard.press('Enter');
    await heading(page, 'Rest').waitFor();
    await page.goBack();
    await line(page, 'Rest').waitFor();
  });

  test('a droplet opens the viewer over its wave, and a lock is drawn and spoken', async () => {
    const page = await entered(site);
    await page.goto('/tree');
    expect(await line(page, 'Where Did You Go').getAttribute('aria-level')).toBe('3');
    await page.getByRole('treeitem', { name: /Where Did You Go\? Premium 1 min/ }).waitFor();
    await line(page, 'Finish the Sentence').getByRole('link').click();
    await page.getByRole('dialog').getByText('3 of 8').filter({ visible: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Finish the Sentence');
  });
});

describe('Classic', () => {
  const card = (page: WatchedPage, name: string) =>
    page.locator('main li.card').filter({ has: page.getByRole('link', { name, exact: true }) });
  const crumbs = (page: WatchedPage) => page.getByRole('navigation', { name: 'Breadcrumb' });
  /** Longer than the lock after a step. */
  const settled = (page: WatchedPage) => page.waitForTimeout(550);

  test('leads level by level, by title, breadcrumb, Back and Home', async () => {
    const page = await entered(site);
    await page.goto('/classic');
    await heading(page, 'Categories').waitFor();
    await page.getByText('Learning Categories', { exact: true }).waitFor();
    expect(await crumbs(page).innerText()).toBe('Home');
    await page.getByRole('link', { name: 'Focus', exact: true }).click();
    await heading(page, 'Explore Waves').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Explore Waves');
    await settled(page);
    await page.getByRole('link', { name: 'One Thing at a Time', exact: true }).click();
    await heading(page, 'Explore Droplets').waitFor();
    await settled(page);
    await page.getByRole('link', { name: 'Finish the Sentence', exact: true }).click();
    await heading(page, 'Explore Further').waitFor();
    await page.getByText('No items available at this level.').waitFor();
    expect((await crumbs(page).innerText()).split(/\s*[·/]\s*/)).toEqual([
      'Back',
      'Home',
      'Focus',
      'One Thing at a Time',
      'Finish the Sentence',
    ]);
    await settled(page);
    await crumbs(page).getByRole('button', { name: 'Back' }).click();
    await heading(page, 'Explore Droplets').waitFor();
    await settled(page);
    await crumbs(page).getByRole('link', { name: 'Focus' }).click();
    await heading(page, 'Explore Waves').waitFor();
    await page.reload();
    await heading(page, 'Explore Waves').waitFor();
    await settled(page);
    await crumbs(page).getByRole('link', { name: 'Home' }).click();
    await heading(page, 'Categories').waitFor();
    expect(queryOf(page)).toEqual({});
    await page.goBack();
    await heading(page, 'Explore Waves').waitFor();
  });

  test('takes no second step within 500 ms', async () => {
    const page = await entered(site);
    await page.goto(`/classic?ocean=${ids.focus}&wave=${ids['one-thing-at-a-time']}`);
    const back = crumbs(page).getByRole('button', { name: 'Back' });
    await back.evaluate((button: HTMLElement) => {
      button.click();
      setTimeout(() => document.querySelector<HTMLElement>('.crumb-back')?.click(), 100);
    });
    await page.waitForTimeout(400);
    await heading(page, 'Explore Waves').waitFor();
    await settled(page);
    await back.click();
    await heading(page, 'Categories').waitFor();
  });

  test('a card shows type and child count, opens its page, and plays its introduction in a dialog', async () => {
    const page = await entered(site);
    await page.goto('/classic');
    await card(page, 'Breath').getByText('Ocean', { exact: true }).waitFor();
    await card(page, 'Breath').getByText('3 waves', { exact: true }).waitFor();
    await page.goto(`/classic?ocean=${ids.breath}`);
    await card(page, 'The Long Exhale').getByText('Wave', { exact: true }).waitFor();
    await card(page, 'The Long Exhale').getByText('6 droplets', { exact: true }).waitFor();
    await card(page, 'The Long Exhale').getByRole('button', { name: 'Play The Long Exhale' }).click();
    const dialog = page.getByRole('dialog', { name: 'The Long Exhale' });
    await dialog.getByRole('button', { name: 'Play The Long Exhale' }).waitFor();
    expect(await dialog.locator('video, iframe').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Play The Long Exhale' }).click();
    await dialog.locator('video').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Play The Long Exhale',
    );
    await card(page, 'The Long Exhale').getByRole('link', { name: 'Open The Long Exhale' }).click();
    await heading(page, 'The Long Exhale').waitFor();
    expect(page.url()).toBe(`${site.url}/waves/${ids['the-long-exhale']}`);
  });

  test('an ocean without waves says that there is nothing', async () => {
    const page = await entered(site);
    await page.goto(`/classic?ocean=${ids.seasons}`);
    await page.getByText('No items available at this level.').waitFor();
  });
});
