import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { logIn, markEntered } from '../support/entered.ts';
import { hold } from '../support/hold.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* Uploads in the forms of content management. */

const PASSWORD = 'Still-water-1';
const FILM = join(import.meta.dirname, '../../demo/media/a-break-that-is-one.mp4');

const site = setUpSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD, DEMO: 'false' });

async function editor(options = {}): Promise<WatchedPage> {
  const page = await site.newPage(options);
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/admin/content');
  // Opens a page and waits until its scripts run.
  await alive(page);
  return page;
}

const typedInto = (page: WatchedPage, label: string) => page.getByLabel(label).first().inputValue();
const picture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1800, height: 1000, channels: 3, background: '#2f6f73' } })
    .png()
    .toBuffer(),
});

test('a picture and a film are uploaded while an ocean is created, and the input stays', async () => {
  const page = await editor();
  await page.getByLabel('Title').first().fill('An uploaded ocean');
  await page.getByLabel('Description').first().fill('With a picture and a film of its own.');
  await page.getByLabel('Upload an image').setInputFiles(await picture('sea.png'));
  await expect.poll(() => typedInto(page, 'Image URL')).toMatch(/^\/media\/u\/[0-9a-f]{32}-1600\.webp$/);
  await page.getByText('sea.png is uploaded.').waitFor();
  await page.getByLabel('Picture in words').fill('A calm sea');
  await page.getByLabel('Media type').selectOption('video');
  await page.getByLabel('Upload a video').setInputFiles(FILM);
  await expect.poll(() => typedInto(page, 'Media URL')).toMatch(/^\/media\/u\/[0-9a-f]{32}\.mp4$/);
  expect(await typedInto(page, 'Title')).toBe('An uploaded ocean');
  await page.getByLabel('Access').selectOption('free');
  await page.getByLabel('Published').check();
  await page.getByRole('button', { name: 'Create ocean' }).click();
  await page.locator('[data-part=toast]').getByText('Ocean created').waitFor();

  const reader = await site.newPage();
  await markEntered(reader, site.url);
  await reader.goto('/app');
  const cover = reader.getByAltText('A calm sea').first();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const [ocean] = await (await reader.request.get('/api/oceans')).json();
  const part = await reader.request.get(ocean.mediaUrl, { headers: { range: 'bytes=4-7' } });
  expect([part.status(), await part.text()]).toEqual([206, 'ftyp']);
  expect([...page.problems, ...reader.problems]).toEqual([]);
});

test('a blur replaces a picture that is still loading', async () => {
  const page = await editor();
  await page.getByLabel('Title').first().fill('A slow ocean');
  await page.getByLabel('Description').first().fill('Its picture takes its time.');
  await page.getByLabel('Upload an image').setInputFiles(await picture('slow.png'));
  await expect.poll(() => typedInto(page, 'Image URL')).toMatch(/webp$/);
  await page.getByLabel('Published').check();
  await page.getByRole('button', { name: 'Create ocean' }).click();
  await page.locator('[data-part=toast]').getByText('Ocean created').waitFor();

  const reader = await site.newPage({ viewport: { width: 390, height: 844 } });
  await markEntered(reader, site.url);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await reader.route('**/media/u/**', async (route) => {
    await held;
    await route.continue();
  });
  await reader.goto('/app', { waitUntil: 'commit' });
  const card = reader.locator('[data-part=cover]').first();
  const blur = card.locator('img[src^="data:"]');
  const cover = card.locator('img[srcset]');
  await expect.poll(() => blur.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);
  expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0);
  // The blur's color is in the middle of the cover, where the picture has not loaded yet.
  const shown = async () => {
    const { data } = await sharp(await card.screenshot())
      .extract({ left: 60, top: 90, width: 8, height: 8 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [data[0], data[1], data[2]] as number[];
  };
  const distance = ([r = 0, g = 0, b = 0]: number[]) => Math.hypot(r - 0x2f, g - 0x6f, b - 0x73);
  expect(distance(await shown())).toBeLessThan(25);
  expect(await blur.boundingBox()).toEqual(await cover.boundingBox());
  release();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(distance(await shown())).toBeLessThan(25);
  expect(reader.problems).toEqual([]);
});

test('an HTML file named like a picture is refused beside the field, and no input is lost', async () => {
  const page = await editor({ viewport: { width: 390, height: 844 } });
  await page.getByLabel('Title').first().fill('Typed before');
  await page.getByLabel('Upload an image').setInputFiles({
    name: 'sea.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
  });
  const alert = page.getByRole('alert').filter({ hasText: 'its content is a web page' });
  await alert.waitFor();
  expect([await typedInto(page, 'Title'), await typedInto(page, 'Image URL')]).toEqual(['Typed before', '']);
  await page.getByLabel('Upload an image').setInputFiles(await picture('sea.png'));
  await expect.poll(() => typedInto(page, 'Image URL')).toMatch(/webp$/);
  expect(await alert.count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('an upload shows its progress and can be canceled by keyboard', async () => {
  const page = await editor();
  await page.route('**/api/resumable-uploads?*', async () => {
    // Gets no response.
  });
  const chooser = page.getByLabel('Upload an image');
  await chooser.focus();
  await chooser.setInputFiles(await picture('slow.png'));
  await page.getByRole('progressbar', { name: 'Uploading slow.png' }).waitFor();
  const cancel = page.getByRole('button', { name: 'Cancel uploading slow.png' });
  await expect.poll(() => cancel.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  await expect.poll(() => chooser.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await typedInto(page, 'Image URL')).toBe('');
});

test('a form with an upload in progress is left only after a confirmation', async () => {
  const page = await editor();
  const ocean = await page.request.post('/api/oceans', {
    data: { title: 'Left early', description: 'With a file on its way.', imageUrl: '/covers/ocean/a.svg' },
    headers: await csrfHeaders(page),
  });
  expect(ocean.status()).toBe(201);
  await page.reload();
  await alive(page);
  await page.getByRole('button', { name: 'Edit Left early' }).click();
  const answer = await hold(page, /\/api\/resumable-uploads/, 'POST');
  await page.getByLabel('Upload an image').setInputFiles(await picture('sea.png'));
  const upload = page.getByRole('progressbar', { name: /sea\.png/ });
  await upload.waitFor();
  // The first Cancel is that of the upload.
  const cancel = page
    .locator('form')
    .getByRole('button', { name: /^Cancel/ })
    .last();
  await cancel.click();
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await question.getByText('The upload of sea.png stops. Choose the same file again to go on.').waitFor();
  expect(await question.getByText('has not been saved').count()).toBe(0);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await upload.waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Left with words');
  await cancel.click();
  await question.getByText('What you typed has not been saved.').waitFor();
  await question.getByText('The upload of sea.png stops.').waitFor();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: 'Create New Ocean' }).waitFor();
  expect(await upload.count()).toBe(0);
  answer();
});
