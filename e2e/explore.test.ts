import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoIds } from './demo-ids.ts';
import { callsOf, entered, queryOf } from './entered.ts';
import { alive, type OpenSite, openSite, type WatchedPage } from './open-site.ts';

let site: OpenSite;
let ids: Record<string, number>;
beforeAll(async () => {
  site = await openSite();
  ids = await demoIds(site);
});
afterAll(() => site.close());

const heading = (page: WatchedPage, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

describe('Explore', () => {
  const box = (page: WatchedPage) => page.getByRole('searchbox', { name: 'Search droplets' });
  const cards = (page: WatchedPage) => page.locator('main ul.grid-5 > li.card');
  const chip = (page: WatchedPage, name: string) =>
    page.getByRole('group', { name: 'Keywords' }).getByRole('button', { name, exact: true });

  test('a text is searched for 300 ms after the last letter, and stands in the address', async () => {
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

  test('a keyword is toggled by its chip, clears the text, and is let go of by clear filter', async () => {
    const page = await entered(site);
    await page.goto('/explore?q=kettle');
    // Also a text that has not been searched for yet.
    await box(page).fill('kettle and');
    await chip(page, 'pause').click();
    await page.getByText('Showing droplets tagged with "pause"').waitFor();
    expect(await box(page).inputValue()).toBe('');
    expect(await chip(page, 'pause').getAttribute('aria-pressed')).toBe('true');
    await page.waitForTimeout(500);
    expect(queryOf(page)).toEqual({ keyword: 'pause' });
    await expect
      .poll(async () => (await cards(page).first().locator('.kw').innerText()).split(', '))
      .toContain('pause');

    await chip(page, 'pause').click();
    await expect.poll(() => queryOf(page)).toEqual({});
    await chip(page, 'pause').click();
    await page.getByRole('button', { name: 'clear filter' }).click();
    await expect.poll(() => queryOf(page)).toEqual({});
    expect(await page.getByText('Showing droplets tagged with').count()).toBe(0);
    await page.goBack();
    await page.getByText('Showing droplets tagged with "pause"').waitFor();
  });

  test('Premium is shown as it is stored, also on a sample', async () => {
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

  test('nothing found says why, and Clear Filters brings everything back', async () => {
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
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await cards(page).first().waitFor();
    expect(page.url()).toBe(`${site.url}/explore`);
    expect(await box(page).inputValue()).toBe('');
  });

  test('a failure shows its message, and Try Again loads the page anew', async () => {
    const page = await entered(site);
    await page.goto('/about');
    // Before that the link is the browser's, and the server brings the droplets along.
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
    await page.unroute('**/api/explore/droplets*');
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try Again' }).click()]);
    await cards(page).first().waitFor();
  });

  test('a slow older answer never replaces a newer one', async () => {
    const page = await entered(site);
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
    expect(queryOf(page)).toEqual({ q: 'kettle' });
  });

  test('a result opens over its list; leaving from there and coming back finds all as it was', async () => {
    const page = await entered(site);
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
    expect(queryOf(page)).toEqual({ keyword: 'breath', droplet: String(ids['the-turn']) });
    await viewer.getByRole('link', { name: 'Breath', exact: true }).click();
    await heading(page, 'Breath').waitFor();
    await page.goBack();
    await viewer.waitFor();
    await page.goBack();
    await viewer.waitFor({ state: 'detached' });
    expect(queryOf(page)).toEqual({ keyword: 'breath' });
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(3);
  });
});
