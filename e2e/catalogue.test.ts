import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoIds } from './demo-ids.ts';
import { entered } from './entered.ts';
import { type OpenSite, openSite, type WatchedPage } from './open-site.ts';

interface Listed {
  id: number;
  slug: string;
  title: string;
}

let site: OpenSite;
let ids: Record<string, number>;
beforeAll(async () => {
  site = await openSite();
  ids = await demoIds(site);
});
afterAll(() => site.close());

describe('lists', () => {
  const columns = (page: WatchedPage, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);

  test('oceans stand in one, two or three columns, droplets in two to five', async () => {
    const wave = `/waves/${ids['one-thing-at-a-time']}`;
    const seen: number[][] = [];
    for (const width of [390, 768, 1000, 1440]) {
      const page = await entered(site, { width });
      await page.goto('/app');
      const oceans = await columns(page, 'main ul.grid-3');
      await page.goto(wave);
      seen.push([oceans, await columns(page, 'main ul.grid-5')]);
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

  test('covers of oceans and waves are 16:9, those of droplets 9:16, and card texts clamp to two lines', async () => {
    const page = await entered(site);
    const ratio = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((art) => art.clientWidth / art.clientHeight);
    await page.goto('/app');
    expect(await ratio('.art.ocean')).toBeCloseTo(16 / 9, 1);
    expect(
      await page
        .locator('.card p')
        .first()
        .evaluate((text) => getComputedStyle(text).webkitLineClamp),
    ).toBe('2');
    await page.goto(`/oceans/${ids.focus}`);
    expect(await ratio('ul .art.wave')).toBeCloseTo(16 / 9, 1);
    await page.goto(`/waves/${ids['one-thing-at-a-time']}`);
    expect(await ratio('.art.droplet')).toBeCloseTo(9 / 16, 1);
  });

  test('an empty ocean and an empty wave say so', async () => {
    const page = await entered(site);
    await page.goto(`/oceans/${ids.seasons}`);
    await page.getByText('No waves available for this ocean yet').waitFor();
    await page.goto(`/waves/${ids['moving-outdoors']}`);
    await page.getByText('No droplets available for this wave yet').waitFor();
  });

  test('what is not there is said with the status 404', async () => {
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

  test('a failed load says so in the specification’s words', async () => {
    const page = await entered(site);
    await page.goto('/about');
    await page.route('**/api/oceans', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Home' })
      .click();
    await page.getByText('Error loading oceans. Please try again later.').waitFor();
  });
});

describe('the wave page', () => {
  test('says where it stands and steps to its neighbours; the ends are disabled', async () => {
    const page = await entered(site);
    await page.goto(`/waves/${ids['one-thing-at-a-time']}`);
    await page.getByText('1 of 3').waitFor();
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

  test('has no steps in an ocean with one wave', async () => {
    const page = await entered(site);
    const [wave] = (await (
      await fetch(`${site.url}/api/oceans/${ids['small-courtesies']}/waves`)
    ).json()) as Listed[];
    await page.goto(`/waves/${wave?.id}`);
    await page.getByRole('heading', { level: 1, name: wave?.title ?? '' }).waitFor();
    expect(await page.getByText(/^\d+ of \d+$/).count()).toBe(0);
  });

  test('locked content is blurred under a lock, with the price and a way to subscribe, and no media in the page', async () => {
    const page = await entered(site);
    await page.goto(`/waves/${ids['when-anger-arrives']}`);
    await page.getByText('$20.00').first().waitFor();
    await page
      .getByRole('link', { name: 'Subscribe Now' })
      .or(page.getByRole('button', { name: 'Subscribe Now' }))
      .first()
      .waitFor();
    expect(
      await page
        .locator('.card.locked img')
        .first()
        .evaluate((image) => getComputedStyle(image).filter),
    ).toContain('blur');
    const html = await (await page.request.get(page.url())).text();
    expect(html).not.toMatch(/unclench-the-jaw[^"]*\.mp4/);
  });
});

describe('the viewer', () => {
  const wave = () => `/waves/${ids['one-thing-at-a-time']}`;
  const position = (page: WatchedPage, text: string) =>
    page.getByRole('dialog').getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();

  /** A shared link to a droplet, once the page is alive. */
  const open = async (page: WatchedPage, slug: string) => {
    await page.goto(`${wave()}?droplet=${ids[slug]}`);
    await page.locator('dialog:modal').waitFor();
  };

  test('opens with an address of its own; Back closes it and the focus returns to the card', async () => {
    const page = await entered(site);
    await page.goto(wave());
    await page.getByRole('link', { name: 'The Clear Table', exact: true }).click();
    await position(page, '2 of 8');
    expect(page.url()).toContain(`?droplet=${ids['the-clear-table']}`);
    await page.reload();
    await position(page, '2 of 8');
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).not.toContain('droplet');
    await page.getByRole('link', { name: 'The Clear Table', exact: true }).click();
    await position(page, '2 of 8');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The Clear Table');
  });

  test('arrow keys and arrows step where there is a neighbour; a step replaces the address', async () => {
    const page = await entered(site);
    await open(page, 'name-the-next-small-thing');
    await position(page, '1 of 8');
    const dialog = page.getByRole('dialog');
    expect(
      await dialog
        .getByRole('link', { name: /^Previous droplet/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    await page.keyboard.press('ArrowRight');
    await position(page, '2 of 8');
    await page.keyboard.press('ArrowRight');
    await position(page, '3 of 8');
    await page.keyboard.press('ArrowLeft');
    await position(page, '2 of 8');
    for (let n = 3; n <= 8; n += 1) await page.keyboard.press('ArrowRight');
    await position(page, '8 of 8');
    expect(
      await dialog
        .getByRole('link', { name: /^Next droplet/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    await page.keyboard.press('ArrowRight');
    await position(page, '8 of 8');
  });

  test('shows the way to ocean and wave, description and keywords, and keeps the focus inside', async () => {
    const page = await entered(site);
    await open(page, 'finish-the-sentence');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('link', { name: 'Focus', exact: true }).getAttribute('href')).toBe(
      `/oceans/${ids.focus}`,
    );
    expect(await dialog.getByRole('link', { name: 'One Thing at a Time' }).getAttribute('href')).toBe(wave());
    await dialog.getByText('When something interrupts').waitFor();
    await dialog.getByRole('link', { name: 'interruption' }).waitFor();
    for (let n = 0; n < 25; n += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const at = document.activeElement;
        return at !== null && at !== document.body && at.closest('dialog') === null;
      });
      expect(outside).toBe(false);
    }
  });

  test('a swipe steps on a phone', async () => {
    const page = await entered(site, { width: 390, hasTouch: true, isMobile: true });
    await open(page, 'the-clear-table');
    await position(page, '2 of 8');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
    await touch('touchStart', 300);
    for (const x of [250, 200, 150, 100]) await touch('touchMove', x);
    await touch('touchEnd');
    await position(page, '3 of 8');
  });

  test('nothing is asked of a video host before one presses play', async () => {
    const page = await entered(site);
    await page.route('https://www.youtube.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }),
    );
    await page.goto(`/waves/${ids['borrowed-views']}?droplet=${ids['a-rabbit-wakes-up']}`);
    await page.waitForTimeout(500);
    const outside = () => page.requested.filter((url) => url.startsWith('http') && !url.startsWith(site.url));
    expect(outside()).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Play / })
      .click();
    await expect.poll(outside).toHaveLength(1);
    const player = new URL(outside()[0] ?? '');
    expect(player.origin + player.pathname).toBe('https://www.youtube.com/embed/aqz-KE-bpKQ');
    expect(player.searchParams.get('rel')).toBe('0');
    expect(player.searchParams.get('origin')).toBe(site.url);
  });

  test('a film seeks, shows captions, and remembers speed and mute', async () => {
    const page = await entered(site);
    await open(page, 'finish-the-sentence');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Play / })
      .click();
    const video = page.locator('dialog video');
    await expect
      .poll(() => video.evaluate((film) => (film as HTMLVideoElement).readyState))
      .toBeGreaterThan(2);
    await video.evaluate((film) => {
      (film as HTMLVideoElement).currentTime = 15;
    });
    await expect
      .poll(() => video.evaluate((film) => (film as HTMLVideoElement).currentTime))
      .toBeGreaterThan(15);
    await expect
      .poll(() => video.evaluate((film) => (film as HTMLVideoElement).textTracks[0]?.cues?.length ?? 0))
      .toBeGreaterThan(2);
    await video.evaluate((film) => {
      (film as HTMLVideoElement).playbackRate = 1.5;
      (film as HTMLVideoElement).muted = true;
    });
    await page.waitForTimeout(200);
    await open(page, 'the-clear-table');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Play / })
      .click();
    await expect
      .poll(() =>
        video.evaluate((film) => [(film as HTMLVideoElement).playbackRate, (film as HTMLVideoElement).muted]),
      )
      .toEqual([1.5, true]);
  });

  test('no kind of droplet is a dead end', async () => {
    const page = await entered(site);
    const kinds: Record<string, string> = {
      audio: 'button[aria-label^="Play "]',
      text: '[aria-label="Text"] p',
      image: 'img[alt]:not([alt=""])',
      interactive: 'iframe[sandbox="allow-scripts"]',
    };
    const all = (await (await fetch(`${site.url}/api/explore/droplets`)).json()) as (Listed & {
      mediaType: string;
      locked: boolean;
    })[];
    for (const [kind, selector] of Object.entries(kinds)) {
      const droplet = all.find((one) => one.mediaType === kind && !one.locked);
      await page.goto(`/droplets/${droplet?.id}`);
      await page.getByText('No video available').first().waitFor();
      await page.locator('main').locator(selector).first().waitFor();
    }
  });
});
