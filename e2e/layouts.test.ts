import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alive, type OpenSite, openSite, type WatchedPage } from './open-site.ts';

interface Listed {
  id: number;
  slug: string;
}

let site: OpenSite;
/** The id of an item of the demo catalogue by its slug. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  site = await openSite();
  const list = async (path: string) => (await (await fetch(site.url + path)).json()) as Listed[];
  for (const ocean of await list('/api/oceans')) {
    ids[ocean.slug] = ocean.id;
    for (const wave of await list(`/api/oceans/${ocean.id}/waves`)) {
      ids[wave.slug] = wave.id;
      for (const droplet of await list(`/api/waves/${wave.id}/droplets`)) ids[droplet.slug] = droplet.id;
    }
  }
});
afterAll(() => site.close());

async function entered(at: OpenSite = site, width = 1440): Promise<WatchedPage> {
  const page = await at.newPage({ viewport: { width, height: 900 } });
  await page.context().addCookies([{ name: 'stillwater_entered', value: '1', url: at.url }]);
  return page;
}

const query = (page: WatchedPage) => Object.fromEntries(new URL(page.url()).searchParams);
const calls = (page: WatchedPage, part = '/api/') =>
  page.requested.filter((url) => url.includes(part) && !url.includes('/api/favorites'));
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
    const page = await entered(site, width);
    for (const [path, words] of Object.entries(paths)) {
      expect(await (await page.request.get(path)).text(), path).toContain(words);
      page.requested.length = 0;
      await page.goto(path);
      await page.waitForTimeout(300);
      expect(calls(page), path).toEqual([]);
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

describe('Explore', () => {
  const box = (page: WatchedPage) => page.getByRole('searchbox', { name: 'Search droplets' });
  const cards = (page: WatchedPage) => page.locator('main ul.grid-5 > li.card');
  const chip = (page: WatchedPage, name: string) =>
    page.getByRole('group', { name: 'Keywords' }).getByRole('button', { name, exact: true });

  test('a text is searched for 300 ms after the last letter, and stands in the address', async () => {
    const page = await entered();
    await page.goto('/explore');
    await heading(page, 'Explore Droplets').waitFor();
    expect(await box(page).getAttribute('placeholder')).toBe('Search by keyword, title or description...');
    await alive(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    page.requested.length = 0;
    await box(page).pressSequentially('kettl');
    await page.clock.runFor(200);
    await box(page).pressSequentially('e');
    await page.clock.runFor(290);
    expect(calls(page, '/api/explore/droplets')).toEqual([]);
    await page.clock.runFor(20);
    await page.clock.resume();
    await expect.poll(() => cards(page).first().innerText()).toContain('Wait for the Kettle');
    expect(calls(page, '/api/explore/droplets')).toHaveLength(1);
    expect(query(page)).toEqual({ q: 'kettle' });

    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => page.url()).toBe(`${site.url}/explore`);
    expect(await box(page).inputValue()).toBe('');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(5);
    expect(await page.getByRole('button', { name: 'Clear search' }).count()).toBe(0);
  });

  test('a keyword is toggled by its chip, clears the text, and is let go of by clear filter', async () => {
    const page = await entered();
    await page.goto('/explore?q=kettle');
    // Also a text that has not been searched for yet.
    await box(page).fill('kettle and');
    await chip(page, 'pause').click();
    await page.getByText('Showing droplets tagged with "pause"').waitFor();
    expect(await box(page).inputValue()).toBe('');
    expect(await chip(page, 'pause').getAttribute('aria-pressed')).toBe('true');
    await page.waitForTimeout(500);
    expect(query(page)).toEqual({ keyword: 'pause' });
    await expect
      .poll(async () => (await cards(page).first().locator('.kw').innerText()).split(', '))
      .toContain('pause');

    await chip(page, 'pause').click();
    await expect.poll(() => query(page)).toEqual({});
    await chip(page, 'pause').click();
    await page.getByRole('button', { name: 'clear filter' }).click();
    await expect.poll(() => query(page)).toEqual({});
    expect(await page.getByText('Showing droplets tagged with').count()).toBe(0);
    await page.goBack();
    await page.getByText('Showing droplets tagged with "pause"').waitFor();
  });

  test('Premium is shown as it is stored, also on a sample', async () => {
    const page = await entered();
    const all = (await (await fetch(`${site.url}/api/explore/droplets`)).json()) as {
      title: string;
      accessType: string;
      isSample: boolean;
    }[];
    const sample = all.find((droplet) => droplet.accessType === 'premium' && droplet.isSample);
    await page.goto(`/explore?q=${encodeURIComponent(sample?.title ?? '')}`);
    const card = cards(page).filter({ hasText: sample?.title ?? '' });
    await card.getByText('Premium', { exact: true }).waitFor();
    expect(await page.getByText('Free Sample').count()).toBe(0);
  });

  test('nothing found says why, and Clear Filters brings everything back', async () => {
    const page = await entered();
    for (const [search, why] of [
      ['q=xqzvwk', 'Nothing matches "xqzvwk"'],
      ['keyword=xqzvwk', 'Nothing is tagged with "xqzvwk"'],
      ['q=xqzvwk&keyword=pause', 'Nothing tagged with "pause" matches "xqzvwk"'],
    ]) {
      await page.goto(`/explore?${search}`);
      await page.getByRole('heading', { name: 'No droplets found' }).waitFor();
      await page.getByText(why as string, { exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await cards(page).first().waitFor();
    expect(page.url()).toBe(`${site.url}/explore`);
    expect(await box(page).inputValue()).toBe('');
  });

  test('a failure shows its message, and Try Again loads the page anew', async () => {
    const page = await entered();
    await page.goto('/about');
    await page.route('**/api/explore/droplets*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"message":"The well is dry"}',
      }),
    );
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Explore' })
      .click();
    await page.getByRole('alert').getByText('Failed to load droplets').waitFor();
    await page.getByText('The well is dry').waitFor();
    await page.unroute('**/api/explore/droplets*');
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try Again' }).click()]);
    await cards(page).first().waitFor();
  });

  test('a slow older answer never replaces a newer one', async () => {
    const page = await entered();
    await page.goto('/explore');
    await page.route('**/api/explore/droplets*', async (route) => {
      if (route.request().url().includes('q=breath')) await new Promise((done) => setTimeout(done, 2000));
      await route.continue();
    });
    const slow = page.waitForResponse((response) => response.url().includes('q=breath'));
    await box(page).fill('breath');
    await page.waitForRequest((request) => request.url().includes('q=breath'));
    await box(page).fill('kettle');
    await expect.poll(() => cards(page).first().innerText()).toContain('Wait for the Kettle');
    await slow;
    await page.waitForTimeout(200);
    expect(await cards(page).first().innerText()).toContain('Wait for the Kettle');
    expect(query(page)).toEqual({ q: 'kettle' });
  });

  test('a result opens over its list; leaving from there and coming back finds all as it was', async () => {
    const page = await entered();
    await page.goto('/explore?keyword=breath');
    await cards(page).first().waitFor();
    await page.evaluate(() => scrollTo(0, 700));
    await page.waitForTimeout(300);
    const card = page.getByRole('link', { name: 'The Turn', exact: true });
    await card.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    const before = await page.evaluate(() => scrollY);
    await card.click();
    const viewer = page.getByRole('dialog');
    await viewer
      .getByText(/^\d+ of \d+$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(query(page)).toEqual({ keyword: 'breath', droplet: String(ids['the-turn']) });
    await viewer.getByRole('link', { name: 'Breath', exact: true }).click();
    await heading(page, 'Breath').waitFor();
    await page.goBack();
    await viewer.waitFor();
    await page.goBack();
    await viewer.waitFor({ state: 'detached' });
    expect(query(page)).toEqual({ keyword: 'breath' });
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(3);
  });
});

describe('Accordion', () => {
  const part = (page: WatchedPage, name: RegExp | string) =>
    page.getByRole('main').getByRole('button', { name });
  const expanded = (page: WatchedPage) => page.locator('main [aria-expanded="true"] strong').allInnerTexts();

  test('one ocean is open at a time, waves inside, droplets inside those, each fetched when it is opened', async () => {
    const page = await entered();
    await page.goto('/accordion');
    await heading(page, 'Knowledge Oceans').waitFor();
    expect(await expanded(page)).toEqual([]);
    page.requested.length = 0;
    await part(page, /^Breath/).click();
    await part(page, /^The Long Exhale/).waitFor();
    expect(calls(page).map((url) => new URL(url).pathname)).toEqual([`/api/oceans/${ids.breath}/waves`]);
    expect(query(page)).toEqual({ ocean: String(ids.breath) });
    await part(page, /^The Long Exhale/).click();
    await page.getByRole('link', { name: 'Hum It Out' }).waitFor();
    expect(query(page)).toEqual({ ocean: String(ids.breath), wave: String(ids['the-long-exhale']) });
    expect(calls(page).map((url) => new URL(url).pathname)).toEqual([
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
    expect(query(page)).toEqual({ ocean: String(ids.attention ?? ids['attention-and-technology'] ?? '') });
    await other.click();
    expect(await expanded(page)).toEqual([]);
    expect(query(page)).toEqual({});
  });

  test('a selection in the address is restored, and its droplet opens the viewer over the wave', async () => {
    const page = await entered();
    const wave = ids['the-long-exhale'];
    await page.goto(`/accordion?ocean=${ids.breath}&wave=${wave}&droplet=${ids['hum-it-out']}`);
    const viewer = page.getByRole('dialog');
    await viewer.getByText('3 of 6').filter({ visible: true }).first().waitFor();
    // The page came with the viewer open; modal it is once the script is there.
    await page.locator('dialog:modal').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => query(page).droplet).toBe(String(ids['a-candle-you-do-not-blow-out']));
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(query(page)).toEqual({ ocean: String(ids.breath), wave: String(wave) });
    expect(await expanded(page)).toEqual(['Breath', 'The Long Exhale']);
  });

  test('a droplet or a wave alone brings its branch along', async () => {
    const page = await entered();
    await page.goto(`/accordion?droplet=${ids['hum-it-out']}`);
    await page.getByRole('dialog').waitFor();
    await expect
      .poll(() => query(page))
      .toEqual({
        ocean: String(ids.breath),
        wave: String(ids['the-long-exhale']),
        droplet: String(ids['hum-it-out']),
      });
    await page.goto(`/accordion?wave=${ids['the-long-exhale']}`);
    await expect.poll(() => expanded(page)).toEqual(['Breath', 'The Long Exhale']);
  });

  test('bad values are dropped quietly', async () => {
    const page = await entered();
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
      await expect.poll(() => query(page), { message: search }).toEqual(left);
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
    const page = await entered();
    await page.goto('/about');
    let answer = () => {};
    await page.route('**/api/tree', async (route) => {
      await new Promise<void>((done) => {
        answer = done;
      });
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
    expect(calls(page).map((url) => new URL(url).pathname)).toEqual(['/api/tree']);
    await heading(page, 'Overview').waitFor();
  });

  test('arrows, Home, End and letters move one focus through it; branches close and open', async () => {
    const page = await entered();
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
    const page = await entered();
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
    const page = await entered();
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
    expect(query(page)).toEqual({});
    await page.goBack();
    await heading(page, 'Explore Waves').waitFor();
  });

  test('takes no second step within 500 ms', async () => {
    const page = await entered();
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
    const page = await entered();
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
    const page = await entered();
    await page.goto(`/classic?ocean=${ids.seasons}`);
    await page.getByText('No items available at this level.').waitFor();
  });
});

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
    expect(calls(page, 'cursor=').length).toBeGreaterThan(3);
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
      await expect.poll(() => calls(page, '/api/oceans').length).toBe(1);
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
    expect(calls(page).map((url) => new URL(url).pathname.replace(/\d+/, 'n'))).toEqual([
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
