import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { alive, idle, savesData, type WatchedPage } from '../support/open-site.ts';
import { boxOf, CARD, SKELETON, SPINNER } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* From grid to ocean, wave and droplet: each screen is shown before its own response arrives. */

const DESK = { viewport: { width: 1280, height: 900 } };

const site = setUpSite();

/** Holds every API call until `release`, and counts the held ones. */
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

const noSpinner = async (page: WatchedPage) => expect(await page.locator(`main ${SPINNER}`).count()).toBe(0);

test('an ocean, its wave and a droplet are shown before the API responds', async () => {
  const page = await entered(site, DESK);
  // Cards in view are normally preloaded. Here none is.
  await savesData(page);
  await page.goto('/app');
  await idle(page);
  const ocean = await holdApi(page);
  await page.getByRole('link', { name: 'Focus', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  await page.getByText('Attention is less like a spotlight').waitFor();
  await page.getByRole('heading', { level: 2, name: 'Waves in this ocean' }).waitFor();
  await noSpinner(page);
  expect(ocean.count()).toBeGreaterThan(0);
  // One placeholder for each wave.
  expect(await page.locator(`${CARD}, ${SKELETON}`).count()).toBe(3);
  await ocean.release();
  await page.getByRole('link', { name: 'One Thing at a Time' }).waitFor();
  await idle(page);

  const wave = await holdApi(page);
  await page.getByRole('link', { name: 'One Thing at a Time' }).click();
  await page.getByRole('heading', { level: 1, name: 'One Thing at a Time' }).waitFor();
  await page.getByText('1 of 3').waitFor();
  await page.getByRole('link', { name: 'Focus' }).waitFor();
  await noSpinner(page);
  expect(wave.count()).toBeGreaterThan(0);
  expect(await page.locator(`${CARD}, ${SKELETON}`).count()).toBe(8);
  await wave.release();
  await page.getByRole('link', { name: 'Finish the Sentence' }).waitFor();
  await idle(page);

  const droplet = await holdApi(page);
  await page.getByRole('link', { name: 'Finish the Sentence' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('heading', { name: 'Finish the Sentence' }).waitFor();
  await viewer.getByRole('link', { name: 'One Thing at a Time' }).waitFor();
  expect(await viewer.locator(SPINNER).count()).toBe(0);
  await droplet.release();
});

test('links in view are preloaded while the page is idle, so a press requests nothing more', async () => {
  const page = await entered(site, DESK);
  await page.goto('/app');
  await page.getByRole('link', { name: 'Focus', exact: true }).waitFor();
  await idle(page);
  expect(page.requested.some((url) => url.endsWith('/api/oceans/1/waves'))).toBe(true);
  expect(page.requested.some((url) => /\/ocean-page-[^/]*\.js$/.test(url))).toBe(true);
  page.requested.length = 0;
  // A real pointer would preload when it hovers.
  await page.getByRole('link', { name: 'Focus', exact: true }).evaluate((link: HTMLElement) => link.click());
  await page.getByRole('link', { name: 'One Thing at a Time' }).waitFor();
  expect(page.requested.filter((url) => /\/api\/oceans|ocean-page/.test(url))).toEqual([]);
});

test('a browser that saves data preloads nothing', async () => {
  const page = await entered(site, DESK);
  await savesData(page);
  await page.goto('/waves/1');
  await idle(page);
  await page.goto('/app');
  await idle(page);
  expect(page.requested.filter((url) => /\/api\/oceans\/\d+|ocean-page|droplet-viewer/.test(url))).toEqual(
    [],
  );
});

test('the first bytes of the open and the next droplet are loaded before Play is pressed', async () => {
  const page = await entered(site, DESK);
  await page.goto('/waves/1');
  await idle(page);
  const droplets = (await (await page.request.get('/api/waves/1/droplets')).json()) as {
    title: string;
    mediaType: string;
    mediaUrl: string;
    imageUrl: string;
  }[];
  const index = droplets.findIndex(
    ({ mediaType }, at) => mediaType === 'video' && droplets[at + 1]?.mediaType === 'video',
  );
  const [open, next] = [droplets[index], droplets[index + 1]];
  if (!open || !next) throw new Error('The demo wave has no two videos after one another.');
  await page.getByRole('link', { name: open.title }).click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: `Play ${open.title}` }).waitFor();
  for (const { mediaUrl, imageUrl } of [open, next]) {
    await expect.poll(() => page.requested).toContain(site.url + mediaUrl);
    await expect.poll(() => page.requested).toContain(site.url + imageUrl);
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
  // Only the rest of the film, its captions and the code of its end may load now.
  // The system requests the cover again for its lock screen, from the browser's cache.
  const late = page.requested.filter(
    (url) =>
      ![open.mediaUrl, open.imageUrl].includes(url.replace(site.url, '')) &&
      !/\.vtt$|\/lesson-end-|favicon/.test(url),
  );
  expect(late).toEqual([]);
  await page.keyboard.press('Escape');
});

test('a text is loaded with its code before it is opened', async () => {
  const page = await entered(site, DESK);
  const droplets = (await (await page.request.get('/api/waves/1/droplets')).json()) as {
    id: number;
    mediaType: string;
    mediaUrl: string;
  }[];
  const index = droplets.findIndex(({ mediaType }) => mediaType === 'text');
  const [before, text] = [droplets[index - 1], droplets[index]];
  if (!before || !text) throw new Error('The demo wave has no text after another droplet.');
  await page.goto(`/waves/1?droplet=${before.id}`);
  await alive(page);
  await expect.poll(() => page.requested).toContain(site.url + text.mediaUrl);
  await expect.poll(() => page.requested.join()).toContain('/assets/lessons-');
});

test('media of other hosts are not requested before Play is pressed', async () => {
  const page = await entered(site, DESK);
  await page.route('**/api/waves/1/droplets', async (route) => {
    const answer = await route.fetch();
    const droplets = (await answer.json()) as { mediaType: string; mediaUrl: string }[];
    for (const droplet of droplets)
      Object.assign(droplet, { mediaType: 'video', mediaUrl: 'https://www.youtube.com/watch?v=abcdefghijk' });
    await route.fulfill({ response: answer, json: droplets });
  });
  await page.goto('/oceans/1');
  // Before hydration the link would load a page that contains the local media.
  await idle(page);
  await page.getByRole('link', { name: 'One Thing at a Time' }).click();
  await page.getByRole('link', { name: 'Finish the Sentence' }).click();
  const play = page.getByRole('dialog').getByRole('button', { name: 'Play Finish the Sentence' });
  await play.hover();
  // By then the viewer has fetched local media.
  await idle(page);
  expect(page.requested.filter((url) => !url.startsWith(site.url))).toEqual([]);
});

test('the pressed picture becomes the picture of the page, unless the reader reduces motion', async () => {
  const moves = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await entered(site, { ...DESK, reducedMotion });
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = ((change: () => void) => {
        seen.push(
          document.querySelector<HTMLElement>('[data-part=cover][style]')?.style.viewTransitionName ??
            'plain',
        );
        return start(change);
      }) as typeof document.startViewTransition;
    });
    await page.goto('/app');
    await idle(page);
    await page.getByRole('link', { name: 'Focus', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Focus' }).waitFor();
    // Neither page has a cover, so there is no transition.
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Explore' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Explore Droplets' }).waitFor();
    expect(page.problems).toEqual([]);
    return page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  };
  expect(await moves('no-preference')).toEqual(['art']);
  expect(await moves('reduce')).toEqual([]);
});

test('presses during a page change count: a card and then Next wave lead two waves on', async () => {
  const page = await entered(site, { ...DESK, reducedMotion: 'no-preference' });
  const waves = (await (await fetch(`${site.url}/api/oceans/1/waves`)).json()) as { id: number }[];
  await page.goto('/oceans/1');
  await idle(page);
  // The covers' transition lasts until the end of this test.
  await page.evaluate(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync('::view-transition-group(art) { animation-duration: 600s !important }');
    document.adoptedStyleSheets.push(slow);
  });
  await page.locator(`a[href="/waves/${waves[0]?.id}"]`).first().click();
  await page.waitForURL(`**/waves/${waves[0]?.id}`);
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .some(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement?.includes('view-transition')),
  );
  const next = await boxOf(page.getByRole('button', { name: 'Next wave' }));
  await page.mouse.click(next.x + next.width / 2, next.y + next.height / 2);
  await page.waitForURL(`**/waves/${waves[1]?.id}`, { timeout: 5000 });
});

test.each(['as it was', 'loaded again'])('Back restores the scroll position, page %s', async (kind) => {
  const page = await entered(site, DESK);
  await page.goto('/app');
  await idle(page);
  await page.evaluate(() => scrollTo({ top: 420, behavior: 'instant' }));
  await page.waitForFunction(() => history.state?.scrollTop === 420);
  await page.locator(`${CARD} :is(h2, h3, h4) a`).nth(4).click();
  await page.getByRole('heading', { level: 2, name: 'Waves in this ocean' }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  if (kind === 'loaded again') {
    await page.reload();
    await idle(page);
    // The browser tries to restore the position while the page still waits for its data.
    const api = await holdApi(page);
    await page.goBack();
    await expect.poll(api.count).toBeGreaterThan(0);
    await api.release();
  } else await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Knowledge Oceans' }).waitFor();
  await page.waitForFunction(() => Math.abs(scrollY - 420) < 2);
});

test('a link leads to the page’s top after the viewer was closed, also from a non-ASCII URL', async () => {
  const page = await entered(site, DESK);
  // Only the number counts: any slug opens the wave.
  await page.goto('/waves/1-%C3%BCbung');
  await idle(page);
  await page.locator('a[data-droplet]').first().click();
  await page.locator('dialog:modal').waitFor();
  await page.goBack();
  await page.locator('dialog[data-part=viewer]').waitFor({ state: 'detached' });
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'Mission' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
