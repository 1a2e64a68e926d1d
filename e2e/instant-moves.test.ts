import { afterAll, beforeAll, expect, test } from 'vitest';
import { entered } from './entered.ts';
import { type OpenSite, openSite, savesData, type WatchedPage } from './open-site.ts';

/* From the grid to the ocean, the wave and the droplet: the next screen stands before its own answer is here. */

const DESK = { viewport: { width: 1280, height: 900 } };

let site: OpenSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Every call to the API waits until it is let go; counts those that wait. */
async function holdApi(page: WatchedPage) {
  const held: (() => void)[] = [];
  await page.route('**/api/**', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => {});
  });
  return {
    count: () => held.length,
    release: async () => {
      for (const go of held.splice(0)) go();
      await page.unroute('**/api/**');
      for (const go of held.splice(0)) go();
    },
  };
}

const noSpinner = async (page: WatchedPage) => expect(await page.locator('main .spin').count()).toBe(0);

test('an ocean, its wave and a droplet stand on the screen while the API is silent', async () => {
  const page = await entered(site, DESK);
  // The cards in view are likely next pages; this test is about a browser that has fetched none of them ahead.
  await savesData(page);
  await page.goto('/app');
  await page.waitForLoadState('networkidle');
  const ocean = await holdApi(page);
  await page.getByRole('link', { name: 'Focus', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  await page.getByText('Attention is less like a spotlight').waitFor();
  await page.getByRole('heading', { level: 2, name: 'Waves in this ocean' }).waitFor();
  await noSpinner(page);
  expect(ocean.count()).toBeGreaterThan(0);
  // In the place of each wave that is to come.
  expect(await page.locator('main .grid-3 > li').count()).toBe(3);
  await ocean.release();
  await page.getByRole('link', { name: 'One Thing at a Time' }).waitFor();
  await page.waitForLoadState('networkidle');

  const wave = await holdApi(page);
  await page.getByRole('link', { name: 'One Thing at a Time' }).click();
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
  await page.getByText('1 of 3').waitFor();
  await page.getByRole('link', { name: 'Focus' }).waitFor();
  await noSpinner(page);
  expect(wave.count()).toBeGreaterThan(0);
  expect(await page.locator('main .grid-5 > li').count()).toBe(8);
  await wave.release();
  await page.getByRole('link', { name: 'Finish the Sentence' }).waitFor();
  await page.waitForLoadState('networkidle');

  const droplet = await holdApi(page);
  await page.getByRole('link', { name: 'Finish the Sentence' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('heading', { name: 'Finish the Sentence' }).waitFor();
  await viewer.getByRole('link', { name: 'One Thing at a Time' }).waitFor();
  expect(await viewer.locator('.spin').count()).toBe(0);
  await droplet.release();
});

test('what is in view is fetched when the page is idle: the press asks for nothing more', async () => {
  const page = await entered(site, DESK);
  await page.goto('/app');
  await page.getByRole('link', { name: 'Focus', exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(page.requested.some((url) => url.endsWith('/api/oceans/1/waves'))).toBe(true);
  expect(page.requested.some((url) => /\/ocean-page-[^/]*\.js$/.test(url))).toBe(true);
  page.requested.length = 0;
  // Not the pointer's own coming, which fetches too.
  await page.getByRole('link', { name: 'Focus', exact: true }).evaluate((link: HTMLElement) => link.click());
  await page.getByRole('link', { name: 'One Thing at a Time' }).waitFor();
  expect(page.requested.filter((url) => /\/api\/oceans|ocean-page/.test(url))).toEqual([]);
});

test('whoever saves data is spared what they may never need', async () => {
  const page = await entered(site, DESK);
  await savesData(page);
  await page.goto('/waves/1');
  await page.waitForLoadState('networkidle');
  await page.goto('/app');
  await page.waitForLoadState('networkidle');
  expect(page.requested.filter((url) => /\/api\/oceans\/\d+|ocean-page|droplet-viewer/.test(url))).toEqual(
    [],
  );
});

test('the droplet that is open and the next one have their first bytes before anybody presses play', async () => {
  const page = await entered(site, DESK);
  await page.goto('/waves/1');
  await page.waitForLoadState('networkidle');
  const droplets = (await (await page.request.get('/api/waves/1/droplets')).json()) as {
    title: string;
    mediaType: string;
    mediaUrl: string;
    imageUrl: string;
  }[];
  const place = droplets.findIndex(
    ({ mediaType }, at) => mediaType === 'video' && droplets[at + 1]?.mediaType === 'video',
  );
  const [open, next] = [droplets[place], droplets[place + 1]];
  if (!open || !next) throw new Error('The demo wave has no two videos after one another.');
  await page.getByRole('link', { name: open.title }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: `Play ${open.title}` }).waitFor();
  for (const { mediaUrl, imageUrl } of [open, next]) {
    await expect.poll(() => page.requested, { timeout: 10_000 }).toContain(site.url + mediaUrl);
    await expect.poll(() => page.requested, { timeout: 10_000 }).toContain(site.url + imageUrl);
  }
  await page.waitForFunction(
    () => (document.querySelector('dialog video') as HTMLVideoElement).readyState >= 2,
  );
  page.requested.length = 0;
  await viewer
    .getByRole('button', { name: `Play ${open.title}` })
    .evaluate((play: HTMLElement) => play.click());
  await page.waitForFunction(() => {
    const video = document.querySelector('dialog video') as HTMLVideoElement | null;
    return video !== null && !video.paused && video.currentTime > 0;
  });
  // Nothing that could have been asked for before: the rest of the film and the captions belong to the playing, the icon to
  // the browser's controls.
  const late = page.requested.filter(
    (url) => url !== site.url + open.mediaUrl && !/\.vtt$|favicon/.test(url),
  );
  expect(late).toEqual([]);
  await page.keyboard.press('Escape');
});

test('a medium of another host is left alone until the press', async () => {
  const page = await entered(site, DESK);
  await page.route('**/api/waves/1/droplets', async (route) => {
    const answer = await route.fetch();
    const droplets = (await answer.json()) as { mediaType: string; mediaUrl: string }[];
    for (const droplet of droplets)
      Object.assign(droplet, { mediaType: 'video', mediaUrl: 'https://www.youtube.com/watch?v=abcdefghijk' });
    await route.fulfill({ response: answer, json: droplets });
  });
  await page.goto('/oceans/1');
  await page.getByRole('link', { name: 'One Thing at a Time' }).click();
  await page.getByRole('link', { name: 'Finish the Sentence' }).click();
  const play = page.getByRole('dialog').getByRole('button', { name: 'Play Finish the Sentence' });
  await play.hover();
  // So long as the viewer takes to fetch what lies on this site.
  await page.waitForTimeout(500);
  expect(page.requested.filter((url) => !url.startsWith(site.url))).toEqual([]);
});

test('the picture that was pressed becomes the picture of the page, unless motion is unwelcome', async () => {
  const moves = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await entered(site, { ...DESK, reducedMotion });
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = ((change: () => void) => {
        seen.push(
          document.querySelector<HTMLElement>('.card .art[style]')?.style.viewTransitionName ?? 'plain',
        );
        return start(change);
      }) as typeof document.startViewTransition;
    });
    await page.goto('/app');
    await page.getByRole('link', { name: 'Focus', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Focus' }).waitFor();
    expect(page.problems).toEqual([]);
    return page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  };
  expect(await moves('no-preference')).toEqual(['art', 'plain']);
  expect(await moves('reduce')).toEqual([]);
});

test('Back finds the page where it was left', async () => {
  const page = await entered(site, DESK);
  await page.goto('/app');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo({ top: 420, behavior: 'instant' }));
  await page.locator('.card-title a').nth(4).click();
  await page.getByRole('heading', { level: 2, name: 'Waves in this ocean' }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
  await page.waitForFunction(() => Math.abs(scrollY - 420) < 2);
});
