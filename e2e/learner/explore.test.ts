import { describe, expect, test } from 'vitest';
import { callsOf, entered, queryOf } from '../support/entered.ts';
import { hold } from '../support/hold.ts';
import { alive, idle, outlast, type WatchedPage } from '../support/open-site.ts';
import { CARD, heading } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';

const site = demoSite();

describe('Explore', () => {
  const box = (page: WatchedPage) => page.getByRole('searchbox', { name: 'Search droplets' });
  const cards = (page: WatchedPage) => page.locator(CARD);
  const chip = (page: WatchedPage, name: string) =>
    page.getByRole('group', { name: 'Keywords' }).getByRole('button', { name, exact: true });

  /** Tells whether the next Tab focuses the first card. */
  const focusIsAtResults = (page: WatchedPage) =>
    cards(page)
      .first()
      .evaluate((card) => document.activeElement?.matches('main > * > *') && !!card.closest(':focus'));

  test('a search starts 300 ms after the last letter and is in the address', async () => {
    const page = await entered(site);
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
    expect(callsOf(page, '/api/explore/droplets')).toEqual([]);
    await page.clock.runFor(20);
    await page.clock.resume();
    await expect.poll(() => cards(page).first().innerText()).toContain('Wait for the Kettle');
    expect(callsOf(page, '/api/explore/droplets')).toHaveLength(1);
    expect(queryOf(page)).toEqual({ q: 'kettle' });

    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => page.url()).toBe(`${site.url}/explore`);
    expect(await box(page).inputValue()).toBe('');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(5);
    expect(await page.getByRole('button', { name: 'Clear search' }).count()).toBe(0);
  });

  test('a chip toggles its keyword and clears the text; Clear Filter removes the keyword', async () => {
    const page = await entered(site);
    await page.goto('/explore?q=kettle');
    await alive(page);
    // This text has not been searched for yet.
    await box(page).fill('kettle and');
    await chip(page, 'pause').click();
    await page.getByText('Showing droplets tagged with "pause"').waitFor();
    expect(await box(page).inputValue()).toBe('');
    expect(await chip(page, 'pause').getAttribute('aria-pressed')).toBe('true');
    // Longer than the pause of 300 ms after which a text is searched for.
    await outlast(page, 500);
    expect(queryOf(page)).toEqual({ keyword: 'pause' });
    await expect
      .poll(async () => (await cards(page).first().locator('> span').first().innerText()).split(', '))
      .toContain('pause');

    await chip(page, 'pause').click();
    await expect.poll(() => queryOf(page)).toEqual({});
    await chip(page, 'pause').click();
    await page.getByRole('button', { name: 'clear filter' }).press('Enter');
    await expect.poll(() => queryOf(page)).toEqual({});
    expect(await focusIsAtResults(page)).toBe(true);
    expect(await page.getByText('Showing droplets tagged with').count()).toBe(0);
    await page.goBack();
    await page.getByText('Showing droplets tagged with "pause"').waitFor();
  });

  test('text typed just before a chip is deselected is searched for', async () => {
    const page = await entered(site);
    await page.goto('/explore?keyword=pause');
    await alive(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await box(page).fill('kettle');
    await chip(page, 'pause').click();
    await page.clock.resume();
    await expect.poll(() => queryOf(page)).toEqual({ q: 'kettle' });
  });

  test('a droplet pressed right after the last letter stays open, and the search is applied', async () => {
    const page = await entered(site);
    await page.goto('/explore');
    await idle(page);
    await box(page).focus();
    // In one task, because a slow machine would search in between.
    await page.evaluate(() => {
      document.execCommand('insertText', false, 'kettle');
      document.querySelector<HTMLElement>('a[data-droplet]')?.click();
    });
    await page.locator('dialog:modal').waitFor();
    // Longer than the pause of 300 ms after which a text is searched for.
    await outlast(page, 500);
    expect(await page.locator('dialog:modal').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => queryOf(page)).toEqual({ q: 'kettle' });
    expect(await box(page).inputValue()).toBe('kettle');
  });

  test('on a phone a pressed chip stays under the finger, and a second press deselects it', async () => {
    const page = await entered(site, PHONE);
    await page.goto('/explore');
    await alive(page);
    const last = await page
      .getByRole('group', { name: 'Keywords' })
      .getByRole('button')
      .evaluateAll((chips) => {
        const isMet = (x: number) => x > innerWidth / 2 + 30 && x < innerWidth;
        const found = chips.map((one) => [one, one.getBoundingClientRect()] as const);
        const [met, box] = found.find(([, one]) => isMet(one.x + one.width / 2)) ?? [];
        if (!met || !box) throw new Error('No keyword is in the right half of the screen.');
        return { keyword: met.textContent, x: box.x + box.width / 2, y: box.y + box.height / 2 };
      });
    await page.touchscreen.tap(last.x, last.y);
    await page.getByText(`Showing droplets tagged with "${last.keyword}"`).waitFor();
    await page.touchscreen.tap(last.x, last.y);
    await expect.poll(() => page.url()).toBe(`${site.url}/explore`);
  });

  test('in a narrow window a chip focused by Tab is wholly visible', async () => {
    const page = await entered(site, { viewport: { width: 320, height: 640 } });
    await page.goto('/explore');
    await alive(page);
    const chips = page.getByRole('group', { name: 'Keywords' }).getByRole('button');
    await chips.first().focus();
    for (let count = await chips.count(); count > 1; count -= 1) {
      await page.keyboard.press('Tab');
      const [left = 0, right = 0] = await page.locator(':focus').evaluate((chip) => {
        const box = chip.getBoundingClientRect();
        return [box.left, box.right];
      });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(320);
    }
  });

  test('a keyword in the viewer leads to the top of its results', async () => {
    const page = await entered(site);
    await page.goto('/explore');
    await alive(page);
    await page.evaluate(() => scrollTo(0, 900));
    await page.locator('li:nth-child(n + 11) > * > a[data-droplet]').first().click();
    const viewer = page.getByRole('dialog');
    const keyword = viewer.locator('a[href*="keyword="]').first();
    const name = await keyword.innerText();
    await keyword.click();
    await page.getByText(`Showing droplets tagged with "${name}"`).waitFor();
    await viewer.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await focusIsAtResults(page)).toBe(true);
  });

  test('Premium is shown as stored, also on a sample', async () => {
    const page = await entered(site);
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

  test('an empty result shows the reason, and Clear Filters restores the list', async () => {
    const page = await entered(site);
    for (const [search, why] of [
      ['q=xqzvwk', 'Nothing matches "xqzvwk"'],
      ['keyword=xqzvwk', 'Nothing is tagged with "xqzvwk"'],
      ['q=xqzvwk&keyword=pause', 'Nothing tagged with "pause" matches "xqzvwk"'],
    ]) {
      await page.goto(`/explore?${search}`);
      await page.getByRole('heading', { name: 'No droplets found' }).waitFor();
      await page.getByText(why as string, { exact: true }).waitFor();
    }
    await alive(page);
    await page.getByRole('button', { name: 'Clear Filters' }).press('Enter');
    await cards(page).first().waitFor();
    expect(await focusIsAtResults(page)).toBe(true);
    await expect.poll(() => page.url()).toBe(`${site.url}/explore`);
    expect(await box(page).inputValue()).toBe('');
  });

  test('after an empty result, the next search shows no empty state while it is pending', async () => {
    const page = await entered(site);
    await page.goto('/explore?q=xqzvwk');
    await page.getByText('Nothing matches "xqzvwk"', { exact: true }).waitFor();
    await alive(page);
    const answer = await hold(page, /q=kettle/, 'GET');
    const asked = page.waitForRequest((request) => request.url().includes('q=kettle'));
    await box(page).fill('kettle');
    await asked;
    expect(await page.getByText('Nothing matches').count()).toBe(0);
    answer();
    await expect.poll(() => cards(page).first().innerText()).toContain('Wait for the Kettle');
  });

  test('a failure shows its message, and Try Again reloads the page', async () => {
    const page = await entered(site);
    await page.goto('/about');
    // Before hydration the link would load a page that contains the droplets already.
    await alive(page);
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
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try Again' }).click()]);
    await cards(page).first().waitFor();
  });

  test('keywords that fail to load show an error, and Try Again fetches them', async () => {
    const page = await entered(site);
    await page.goto('/contact');
    await alive(page);
    await page.route('**/api/explore/keywords*', (route) => route.fulfill({ status: 500 }));
    await page.getByRole('link', { name: 'Explore' }).first().click();
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to fetch keywords' });
    await failure.waitFor();
    await cards(page).first().waitFor();
    await page.unroute('**/api/explore/keywords*');
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await chip(page, 'breath').waitFor();
    expect(await failure.count()).toBe(0);
  });

  test('a slow older response never replaces a newer one', async () => {
    const page = await entered(site);
    await page.goto('/explore');
    await alive(page);
    const answer = await hold(page, /q=breath/, 'GET');
    const asked = page.waitForRequest((request) => request.url().includes('q=breath'));
    const slow = page.waitForResponse((response) => response.url().includes('q=breath'));
    await box(page).fill('breath');
    await asked;
    await box(page).fill('kettle');
    await expect.poll(() => cards(page).first().innerText()).toContain('Wait for the Kettle');
    answer();
    await slow;
    await idle(page);
    expect(await cards(page).first().innerText()).toContain('Wait for the Kettle');
    expect(queryOf(page)).toEqual({ q: 'kettle' });
  });

  test('a result opens over its list, and Back restores the list and its scroll position', async () => {
    const page = await entered(site);
    await page.goto('/explore?keyword=breath');
    await cards(page).first().waitFor();
    await idle(page);
    await page.evaluate(() => scrollTo(0, 700));
    const card = page.getByRole('link', { name: 'The Turn', exact: true });
    await card.scrollIntoViewIfNeeded();
    // The position is stored when scrolling has ended.
    await expect
      .poll(() => page.evaluate(() => history.state?.scroll?.top === Math.round(scrollY)))
      .toBe(true);
    const before = await page.evaluate(() => scrollY);
    await card.click();
    const viewer = page.getByRole('dialog');
    await viewer
      .getByText(/^\d+ of \d+$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(queryOf(page)).toEqual({ keyword: 'breath', droplet: String(site.ids['the-turn']) });
    await viewer.getByRole('link', { name: 'Breath', exact: true }).click();
    await heading(page, 'Breath').waitFor();
    await page.goBack();
    await viewer.waitFor();
    await page.goBack();
    await viewer.waitFor({ state: 'detached' });
    expect(queryOf(page)).toEqual({ keyword: 'breath' });
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(3);
  });
});
