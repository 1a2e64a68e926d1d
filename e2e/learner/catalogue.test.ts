import { describe, expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { CARD } from '../support/parts.ts';
import { demoSite } from '../support/set-up-site.ts';

interface Listed {
  id: number;
  slug: string;
  title: string;
}

const site = demoSite();

describe('lists', () => {
  const columns = (page: WatchedPage) =>
    page
      .locator(CARD)
      .first()
      .locator('..')
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);

  test('oceans are in one, two or three columns, droplets in two to five', async () => {
    const wave = `/waves/${site.ids['one-thing-at-a-time']}`;
    const seen: number[][] = [];
    for (const width of [390, 768, 1000, 1440]) {
      const page = await entered(site, { width });
      await page.goto('/app');
      const oceans = await columns(page);
      await page.goto(wave);
      seen.push([oceans, await columns(page)]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`).toBe(
        true,
      );
    }
    expect(seen).toEqual([
      [1, 2],
      [2, 3],
      [2, 4],
      [3, 5],
    ]);
  });

  test('covers are 16:9, of droplets 9:16, and card texts are clamped to two lines', async () => {
    const page = await entered(site);
    const ratio = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((art) => art.clientWidth / art.clientHeight);
    await page.goto('/app');
    expect(await ratio('[data-part=cover]')).toBeCloseTo(16 / 9, 1);
    expect(
      await page
        .locator(`${CARD} p`)
        .first()
        .evaluate((text) => getComputedStyle(text).webkitLineClamp),
    ).toBe('2');
    await page.goto(`/oceans/${site.ids.focus}`);
    expect(await ratio('[data-part=cover]')).toBeCloseTo(16 / 9, 1);
    await page.goto(`/waves/${site.ids['one-thing-at-a-time']}`);
    expect(await ratio('[data-part=cover]')).toBeCloseTo(9 / 16, 1);
  });

  test('an empty ocean and an empty wave show an empty state', async () => {
    const page = await entered(site);
    await page.goto(`/oceans/${site.ids.seasons}`);
    await page.getByText('No waves available for this ocean yet').waitFor();
    await page.goto(`/waves/${site.ids['moving-outdoors']}`);
    await page.getByText('No droplets available for this wave yet').waitFor();
  });

  test('missing items and pages return status 404', async () => {
    const page = await entered(site);
    expect((await page.goto('/oceans/99999'))?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Ocean Not Found' }).waitFor();
    await page.getByText("The ocean you're looking for doesn't exist or has been removed").waitFor();
    await page.getByRole('link', { name: 'Back to Oceans' }).click();
    await page.getByRole('heading', { name: 'Knowledge Oceans' }).waitFor();
    expect((await page.goto('/waves/99999'))?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Wave Not Found' }).waitFor();
    for (const path of ['/nothing', '/oceans/abc', '/oceans/1.5', '/waves/-1', '/app/more']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    }
  });

  test('a failed load shows the specification’s text', async () => {
    const page = await entered(site);
    await page.goto('/about');
    // Before hydration the link would load a page that contains the oceans already.
    await alive(page);
    await page.route('**/api/oceans', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Home' })
      .click();
    await page.getByText('Error loading oceans. Please try again later.').waitFor();
  });
});

describe('the wave page', () => {
  test('a wave shows its position and links to its neighbors; at the ends a button is disabled', async () => {
    const page = await entered(site);
    await page.goto(`/waves/${site.ids['one-thing-at-a-time']}`);
    await page.getByText('1 of 3').waitFor();
    await alive(page);
    const previous = page.getByRole('button', { name: 'Previous wave' });
    expect(await previous.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Next wave' }).click();
    await page.getByRole('heading', { level: 1, name: 'The Wandering Mind' }).waitFor();
    await page.getByText('2 of 3').waitFor();
    await page.getByRole('button', { name: 'Next wave' }).click();
    await page.getByText('3 of 3').waitFor();
    expect(await page.getByRole('button', { name: 'Next wave' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Focus', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  });

  test('a wave that is alone in its ocean has no step buttons', async () => {
    const page = await entered(site);
    const [wave] = (await (
      await fetch(`${site.url}/api/oceans/${site.ids['small-courtesies']}/waves`)
    ).json()) as Listed[];
    await page.goto(`/waves/${wave?.id}`);
    await page.getByRole('heading', { level: 1, name: wave?.title ?? '' }).waitFor();
    expect(await page.getByText(/^\d+ of \d+$/).count()).toBe(0);
  });

  test('locked content is blurred, shows lock, price and subscribe button, without media', async () => {
    const page = await entered(site);
    await page.goto(`/waves/${site.ids['when-anger-arrives']}`);
    await page.getByText('$20.00').first().waitFor();
    await page
      .getByRole('link', { name: 'Subscribe Now' })
      .or(page.getByRole('button', { name: 'Subscribe Now' }))
      .first()
      .waitFor();
    expect(
      await page
        .locator(`${CARD}:has-text("Locked: for subscribers") img`)
        .first()
        .evaluate((image) => getComputedStyle(image).filter),
    ).toContain('blur');
    const html = await (await page.request.get(page.url())).text();
    expect(html).not.toMatch(/unclench-the-jaw[^"]*\.mp4/);
  });
});
