import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logIn } from '../support/entered.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* A moment of an uploaded film becomes the item's picture. */

const PASSWORD = 'Still-water-1';
const FILM = join(import.meta.dirname, '../../demo/media/a-break-that-is-one.mp4');
const PICTURE = /^\/media\/u\/[0-9a-f]{32}-\d+\.webp$/;

const site = setUpSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD, DEMO: 'false' });

const picture = (page: WatchedPage) => page.getByLabel('Image URL').first().inputValue();

/** Opens the form of a new ocean with an uploaded film, and waits for its offered moments. */
async function openMoments(
  options = {},
  before?: (page: WatchedPage) => Promise<unknown>,
): Promise<WatchedPage> {
  const page = await site.newPage(options);
  await before?.(page);
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/admin/content');
  await alive(page);
  await page.getByLabel('Media type').selectOption('video');
  await page.getByLabel('Upload a video').setInputFiles(FILM);
  await page.getByRole('button', { name: 'Choose a picture from the film' }).click();
  const drawn = page.locator('[data-part=poster] fieldset[aria-busy=false] img');
  await expect.poll(() => drawn.count(), { timeout: 60_000 }).toBe(5);
  return page;
}

test('five moments of a film are offered; of two quick presses the last one sets the picture', async () => {
  const page = await openMoments();
  const frames = page.locator('[data-part=poster] fieldset img');
  const sources = await frames.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).src));
  expect(new Set(sources).size).toBe(5);
  const { bottom } = await page
    .getByRole('radio')
    .nth(3)
    .evaluate((it) => it.getBoundingClientRect());
  expect(bottom).toBeGreaterThan(0);
  await page.getByRole('radio').nth(1).click();
  await page.getByRole('radio').nth(3).click();
  await page.getByText(/^The picture at \d+:\d\d is chosen\.$/).waitFor();
  // Its preview exists already, so it will not move the controls below during a press.
  expect(await page.getByAltText('Cover preview').count()).toBe(1);
  await expect.poll(() => picture(page)).toMatch(PICTURE);
  expect(await page.getByRole('radio').nth(3).isChecked()).toBe(true);

  // The uploaded picture is the moment that was pressed last: it differs least from its frame.
  const nearest = await page.evaluate(
    async (address) => {
      const pixels = async (source: string) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [16, 16];
        const context = canvas.getContext('2d') as CanvasRenderingContext2D;
        context.drawImage(image, 0, 0, 16, 16);
        return [...context.getImageData(0, 0, 16, 16).data];
      };
      const chosen = await pixels(address);
      const offered = [...document.querySelectorAll<HTMLImageElement>('[data-part=poster] fieldset img')];
      const differences = await Promise.all(
        offered.map(async ({ src }) => {
          const frame = await pixels(src);
          return frame.reduce((sum, value, at) => sum + Math.abs(value - (chosen[at] ?? 0)), 0);
        }),
      );
      return differences.indexOf(Math.min(...differences));
    },
    await picture(page),
  );
  expect(nearest).toBe(3);
  expect(page.problems).toEqual([]);
});

test('on a phone any moment can be chosen by keyboard, and a failure can be retried', async () => {
  const page = await openMoments({ viewport: { width: 390, height: 844 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Choose another moment' }).press('Enter');
  const slider = page.getByRole('slider', { name: /^Moment/ });
  await slider.focus();
  for (let press = 0; press < 7; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^0:00\.7 of /);
  await page.route('**/api/resumable-uploads?*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not now.' } }),
  );
  await page.getByRole('button', { name: 'Use this moment' }).press('Enter');
  await page.locator('[data-part=poster]').getByRole('alert').waitFor();
  expect(await picture(page)).toBe('');
  await page.unroute('**/api/resumable-uploads?*');
  await page.getByRole('button', { name: 'Use this moment' }).press('Enter');
  await expect.poll(() => picture(page)).toMatch(PICTURE);
  await page.getByText('The picture at 0:00 is chosen.').waitFor();
});

test('a moment that cannot be drawn yet is drawn again, instead of a black picture', async () => {
  const page = await openMoments({}, (opened) => opened.addInitScript(drawAtThirdAttempt));
  const lightest = await page
    .locator('[data-part=poster] fieldset img')
    .first()
    .evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [8, 8];
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0, 8, 8);
      return Math.max(...context.getImageData(0, 0, 8, 8).data.filter((_, at) => at % 4 !== 3));
    });
  expect(lightest).toBeGreaterThan(20);
});

/** Makes the first two attempts to draw a film draw nothing, as in WebKit. Runs in the page. */
function drawAtThirdAttempt(): void {
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  let attempts = 0;
  CanvasRenderingContext2D.prototype.drawImage = function (
    this: CanvasRenderingContext2D,
    ...given: unknown[]
  ) {
    if (given[0] instanceof HTMLVideoElement) attempts += 1;
    if (attempts > 2 || !(given[0] instanceof HTMLVideoElement)) Reflect.apply(draw, this, given);
  };
}

test('a film that loads too slowly is reported as slow, and can be read again', async () => {
  const page = await site.newPage({ viewport: { width: 390, height: 844 } });
  await page.clock.install();
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/admin/content');
  await alive(page);
  await page.getByLabel('Media type').selectOption('video');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/media/u/*.mp4', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Upload a video').setInputFiles(FILM);
  await page.getByRole('button', { name: 'Choose a picture from the film' }).press('Enter');
  await page.getByText('Reading the film...').waitFor();
  await page.clock.fastForward(20_000);
  await page.getByText('The film comes too slowly over this connection.').waitFor();
  release();
  await page.getByRole('button', { name: 'Try again to read the film' }).press('Enter');
  const drawn = page.locator('[data-part=poster] fieldset[aria-busy=false] img');
  await expect.poll(() => drawn.count(), { timeout: 60_000 }).toBe(5);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Choose a picture from the film',
  );
});

test('a film that a busy server refuses is requested again, in the end by a press', async () => {
  const page = await site.newPage({ viewport: { width: 390, height: 844 } });
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/admin/content');
  await alive(page);
  await page.getByLabel('Media type').selectOption('video');
  await page.getByLabel('Upload a video').setInputFiles(FILM);
  await page.locator('video').waitFor();
  let refusals = 1;
  await page.route('**/media/u/*.mp4', (route) => {
    refusals -= 1;
    return refusals < 0 ? route.continue() : route.fulfill({ status: 503 });
  });
  const choose = page.getByRole('button', { name: 'Choose a picture from the film' });
  const drawn = page.locator('[data-part=poster] fieldset[aria-busy=false] img');
  await choose.press('Enter');
  await expect.poll(() => drawn.count(), { timeout: 60_000 }).toBe(5);
  expect(refusals).toBeLessThan(0);

  await choose.press('Enter');
  refusals = Number.POSITIVE_INFINITY;
  await choose.press('Enter');
  await page.getByText('This browser cannot read the film.').waitFor();
  refusals = 0;
  await page.getByRole('button', { name: 'Try again to read the film' }).press('Enter');
  await expect.poll(() => drawn.count(), { timeout: 60_000 }).toBe(5);
});
