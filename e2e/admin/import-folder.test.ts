import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/entered.ts';
import { hold } from '../support/hold.ts';
import { watchOffsets, writeFilm } from '../support/large-film.ts';
import { alive, type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';

/* A folder of files becomes a draft wave. */

const PASSWORD = 'Still-water-1';
const MB = 1024 * 1024;

let site: OpenSite;
let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'stillwater-folder-')), 'morning-shore');
  site = await openSite({ ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD });
  await makeFolder();
});
afterAll(async () => {
  await site.close();
  await rm(join(folder, '..'), { recursive: true });
});

async function makeFolder(): Promise<void> {
  await mkdir(folder);
  const films = ['01-before-the-phone', '02-light-on-the-face', '10-door', '9-one-glass-of-water'];
  for (const name of films) await writeFilm(join(folder, `${name}.mp4`), MB);
  await writeFile(join(folder, '11-bad.mp4'), '<!doctype html><script>alert(1)</script>');
  const words = ['01-before-the-phone', '01-before-the-phone.es', '02-light-on-the-face.en', 'IMG_2211'];
  for (const name of words)
    await writeFile(join(folder, `${name}.vtt`), `WEBVTT\n\n00:01.000 --> 00:04.000\n${name}\n`);
  for (const [index, name] of ['01-before-the-phone.png', 'cover.png', 'shell.png'].entries())
    await sharp({ create: { width: 300, height: 400, channels: 3, background: `#2f6f7${index}` } })
      .png()
      .toFile(join(folder, name));
  await writeFile(join(folder, '.DS_Store'), 'of the system');
}

async function open(options = {}): Promise<WatchedPage> {
  const page = await site.newPage(options);
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/admin/import');
  await alive(page);
  return page;
}

const choose = (page: WatchedPage) => page.getByLabel(/^Choose (a|another) folder$/).setInputFiles(folder);
const titles = (page: WatchedPage) =>
  page.getByLabel(/^Title of droplet/).evaluateAll((all) => all.map((it) => (it as HTMLInputElement).value));
const row = (page: WatchedPage, index: number) => page.locator('[data-droplet]').nth(index);

test('three files are sent at a time, and all are paused together', async () => {
  const page = await open();
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('kind=')) begun.push(request.url());
  });
  // No part gets a response, so the first three stay in progress.
  let parts = 0;
  await page.route('**/api/resumable-uploads/*', () => {
    parts += 1;
  });
  await choose(page);
  await expect.poll(() => parts).toBe(3);
  await row(page, 2).getByText('Waiting for its turn.').waitFor();
  await page.getByRole('button', { name: 'Pause uploading all files' }).press('Enter');
  await row(page, 0).getByText('Paused at 0 percent.').waitFor();
  await page.unroute('**/api/resumable-uploads/*');
  expect(begun).toHaveLength(3);
  await page.getByRole('button', { name: 'Go on uploading all files' }).press('Enter');
  await page.getByText('9 of 10 files uploaded').waitFor();
  expect(begun).toHaveLength(10);
});

test('after a pause a new folder waits, too, and the button says so', async () => {
  const page = await open();
  // The search for earlier uploads gets no response yet, so the first three stay in progress.
  const found = await hold(page, /\/api\/resumable-uploads$/, 'GET');
  await choose(page);
  await page.getByRole('button', { name: 'Pause uploading all files' }).press('Enter');
  await choose(page);
  await row(page, 0).getByText('Waiting for its turn.').waitFor();
  await page.getByRole('button', { name: 'Go on uploading all files' }).press('Enter');
  found();
  await page.getByText('9 of 10 files uploaded').waitFor();
});

test('a folder becomes a draft wave: matched, corrected, and created once', async () => {
  const page = await open({ viewport: { width: 390, height: 844 } });
  await choose(page);
  await page.getByText('“morning-shore”: 13 files, matched by name.').waitFor();
  expect(await titles(page)).toEqual([
    'Before the Phone',
    'Light on the Face',
    'One Glass of Water',
    'Door',
    'Bad',
  ]);
  await row(page, 0).getByText('Captions in English and Español, and a picture found.').waitFor();
  await row(page, 1).getByText('Captions found.').waitFor();
  await page.getByText('Picture of the wave: cover.png').waitFor();
  await page.getByText('.DS_Store').waitFor();

  // One file is no film. The others arrive.
  const alert = row(page, 4).getByRole('alert');
  await alert.filter({ hasText: '11-bad.mp4: This file cannot be used as a video' }).waitFor();
  await page.getByText('9 of 10 files uploaded, 3 need a look').waitFor();
  await row(page, 4).getByRole('button', { name: 'Try again to upload 11-bad.mp4' }).press('Enter');
  await alert.filter({ hasText: 'its content is a web page' }).waitFor();
  await page.getByRole('button', { name: 'Create draft wave' }).click();
  await page.getByText('Description must be at least 10 characters').waitFor();
  await page.getByLabel('Description').fill('Six minutes at the edge of the water.');
  await page.getByRole('button', { name: 'Create draft wave' }).click();
  await page.getByText('9 of 10 files uploaded. Create the wave when all are there.').waitFor();
  await row(page, 4).getByRole('button', { name: 'Leave out Bad' }).press('Enter');

  // By keyboard: the last droplet moves up, and gets the unmatched captions and a better title.
  // The focus stays on a moved droplet, and moves to the one after a removed droplet.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Leave out Door');
  await row(page, 3).getByRole('button', { name: 'Move Door up' }).press('Enter');
  await expect.poll(focused).toBe('Move Door up');
  await page.getByText('Door is number 3 of 4 now.').waitFor({ state: 'attached' });
  await page.getByLabel('Title of droplet 3').fill('The Door');
  await page.getByLabel('Belongs to, IMG_2211.vtt').selectOption('3. The Door');
  await page.getByText('10 of 10 files uploaded, 1 needs a look').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Morning Shore');
  await page.getByRole('button', { name: 'Create draft wave' }).dblclick();
  await page.locator('[data-part=toast]').getByText('Wave created').waitFor();
  await page.getByRole('heading', { name: 'Droplets in Morning Shore' }).waitFor();

  const oceanId = new URL(page.url()).searchParams.get('ocean');
  const waves = await (await page.request.get(`/api/oceans/${oceanId}/waves`)).json();
  const made = waves.filter(({ title }: { title: string }) => title === 'Morning Shore');
  expect(made).toMatchObject([{ isPublished: false, dropletCount: 4 }]);
  expect(made[0].imageUrl).toMatch(/\.webp$/);
  const droplets = await (await page.request.get(`/api/waves/${made[0].id}/droplets`)).json();
  expect(droplets).toMatchObject([
    { title: 'Before the Phone', mediaType: 'video' },
    { title: 'Light on the Face' },
    { title: 'The Door' },
    { title: 'One Glass of Water', captionsUrl: null, imageUrl: null },
  ]);
  for (const index of [0, 1, 2]) expect(droplets[index].captionsUrl).toMatch(/\.vtt$/);
  expect(droplets[0].imageUrl).toMatch(/\.webp$/);
  expect(droplets[0].furtherCaptions).toMatchObject([{ language: 'es' }]);
  expect(droplets[0].furtherCaptions[0].url).not.toBe(droplets[0].captionsUrl);

  // The next import starts without it.
  await page.goto('/admin/import');
  await alive(page);
  expect(await page.getByText('was not finished').count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('stillwater.folder-import'))).toBeNull();
  expect(page.problems.filter((text) => !text.includes('/finish'))).toEqual([]);
});

test('a reload keeps uploads and texts; the folder is chosen again', async () => {
  const page = await open();
  await choose(page);
  await page.getByLabel('Title of droplet 1').fill('Written before');
  await page.getByLabel('Description').fill('Words that stay.');
  await row(page, 4).getByRole('button', { name: 'Leave out Bad' }).click();
  await page.getByText('9 of 9 files uploaded').waitFor();
  await page.reload();
  await alive(page);
  await page
    .getByText('The import of “morning-shore” was not finished. Choose the same folder again')
    .waitFor();
  const offsets = watchOffsets(page);
  await choose(page);
  await page.getByText('9 of 9 files uploaded').waitFor();
  expect(offsets).toEqual([]);
  expect((await titles(page))[0]).toBe('Written before');
  expect((await titles(page)).length).toBe(4);
  expect(await page.getByLabel('Description').inputValue()).toBe('Words that stay.');
  expect(page.problems.filter((text) => !text.includes('/finish'))).toEqual([]);
});

test('a lost response creates no second wave', async () => {
  const page = await open();
  await choose(page);
  await row(page, 4).getByRole('button', { name: 'Leave out Bad' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Shore of the lost answer');
  await page.getByLabel('Description').fill('Words about the shore.');
  await page.getByText('9 of 9 files uploaded').waitFor();
  await page.route('**/api/folder-imports', async (route) => {
    expect((await route.fetch()).status()).toBe(201);
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Create draft wave' }).click();
  await page.locator('[data-part=toast]').getByText('No answer came').waitFor();
  await page.unroute('**/api/folder-imports');
  await page.getByRole('button', { name: 'Create draft wave' }).click();
  await page.locator('[data-part=toast]').getByText('Wave created').waitFor();
  await page.getByRole('heading', { name: 'Droplets in Shore of the lost answer' }).waitFor();
  const oceanId = new URL(page.url()).searchParams.get('ocean');
  const waves = await (await page.request.get(`/api/oceans/${oceanId}/waves`)).json();
  const made = waves.filter(({ title }: { title: string }) => title === 'Shore of the lost answer');
  expect(made).toHaveLength(1);
});

test('a deleted upload is reported beside its file, and no wave is created', async () => {
  const page = await open();
  await choose(page);
  await row(page, 4).getByRole('button', { name: 'Leave out Bad' }).click();
  await page.getByLabel('Description').fill('Words about the shore.');
  await page.getByText('9 of 9 files uploaded').waitFor();
  await page.route('**/api/folder-imports', async (route) => {
    const body = route.request().postDataJSON();
    body.droplets[1].uploadId = 999_999;
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Create draft wave' }).click();
  await row(page, 1).getByText('This file is not there any more. Upload it again.').waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe('Words about the shore.');
  await page.unroute('**/api/folder-imports');
  await row(page, 1)
    .getByRole('button', { name: /^Try again/ })
    .press('Enter');
  await page.getByText('9 of 9 files uploaded').waitFor();
  await page.getByRole('button', { name: 'Create draft wave' }).click();
  await page.locator('[data-part=toast]').getByText('Wave created').waitFor();
});

test('by keyboard, an unmatched file is assigned to the droplet where the arrow keys stop', async () => {
  const page = await open();
  await choose(page);
  const choice = page.getByLabel('Belongs to, IMG_2211.vtt');
  await choice.focus();
  for (const number of [1, 2, 3]) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => choice.locator('option:checked').innerText()).toMatch(`${number}. `);
  }
  await page.keyboard.press('Tab');
  await choice.waitFor({ state: 'detached' });
  await row(page, 2).getByText('Captions found.').waitFor();
  // The first droplet has its own captions, still.
  await row(page, 0).getByText('Captions in English and Español, and a picture found.').waitFor();
});

test('an import opened from the list of waves leads to the droplets of the new wave', async () => {
  const page = await open();
  // From now on the list is cached, without the wave that will be created.
  await page.goto('/admin/content?tab=waves&ocean=1');
  await alive(page);
  await page.getByRole('link', { name: 'Import a folder' }).click();
  await choose(page);
  await row(page, 4).getByRole('button', { name: 'Leave out Bad' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Shore of the known list');
  await page.getByLabel('Description').fill('Words about the shore.');
  await page.getByText('9 of 9 files uploaded').waitFor();
  await page.getByRole('button', { name: 'Create draft wave' }).click();
  await page.getByRole('heading', { level: 2, name: /^Droplets in/ }).waitFor();
  await page.getByRole('heading', { name: 'Droplets in Shore of the known list' }).waitFor();
});
