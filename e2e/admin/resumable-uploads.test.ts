import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filmChooser, openAsUploader, openFilmForm, sentPercent, UPLOADER } from '../support/film-form.ts';
import { throttled, watchOffsets, writeFilm } from '../support/large-film.ts';
import { idle, type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';

/* Large files: a lost connection, a pause, another visit, and files above the limit. */

const MB = 1024 * 1024;
const FILM_BYTES = 30 * MB;

let site: OpenSite;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-large-'));
  site = await openSite({ ...UPLOADER, DEMO: 'false' });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const address = (page: WatchedPage) => page.getByLabel('Media URL').first().inputValue();

/** Returns the size of the stored file. */
async function storedBytes(page: WatchedPage): Promise<number> {
  const response = await page.request.head(await address(page));
  return Number(response.headers()['content-length']);
}

test('an upload continues after the connection was lost', async () => {
  const film = join(folder, 'lost.mp4');
  await writeFilm(film, FILM_BYTES);
  const page = await openAsUploader(site, { viewport: { width: 390, height: 844 } });
  const offsets = watchOffsets(page);
  const network = await throttled(page, 8 * MB);
  await page.getByLabel('Title').first().fill('Typed before');
  await filmChooser(page).setInputFiles(film);
  await expect.poll(() => sentPercent(page), { timeout: 20_000 }).toBeGreaterThan(35);
  await page.getByText(/percent, \d+ of 30 MB/).waitFor();
  await network.cut();
  await page.getByText(/^The connection was lost at \d+ percent\. It goes on by itself\.$/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const before = offsets.length;
  await network.restore();
  await page.getByText('lost.mp4 is uploaded.').waitFor();
  // It did not start from the beginning.
  expect(Math.min(...offsets.slice(before))).toBeGreaterThanOrEqual(8 * MB);
  expect(await storedBytes(page)).toBe(FILM_BYTES);
  expect(await page.getByLabel('Title').first().inputValue()).toBe('Typed before');
});

test('a paused upload continues after a press, and after a reload with the same file', async () => {
  const film = join(folder, 'paused.mp4');
  await writeFilm(film, FILM_BYTES);
  const page = await openAsUploader(site);
  const offsets = watchOffsets(page);
  await throttled(page, 8 * MB);
  await filmChooser(page).setInputFiles(film);
  await expect.poll(() => sentPercent(page), { timeout: 20_000 }).toBeGreaterThan(30);
  const pause = page.getByRole('button', { name: 'Pause uploading paused.mp4' });
  const goOn = page.getByRole('button', { name: 'Go on uploading paused.mp4' });
  await pause.press('Enter');
  await page.getByText(/^Paused: \d+ percent/).waitFor();
  // It is the same button, so repeated presses do no harm.
  await goOn.press('Enter');
  await pause.press('Enter');
  await page.getByText(/^Paused: \d+ percent/).waitFor();
  const sent = offsets.length;
  await idle(page);
  expect(offsets.length).toBe(sent);

  await openFilmForm(page);
  const waiting = page.getByRole('list', { name: 'Unfinished uploads' });
  await waiting.getByText(/^paused\.mp4 is uploaded to \d+ percent\. Choose the same file again/).waitFor();
  await filmChooser(page).setInputFiles(film);
  await page.getByText('paused.mp4 is uploaded.').waitFor();
  expect(Math.min(...offsets.slice(sent))).toBeGreaterThanOrEqual(8 * MB);
  expect(await storedBytes(page)).toBe(FILM_BYTES);
  expect(await waiting.count()).toBe(0);
  expect(page.problems).toEqual([]);
});

test.each([
  ['what the server has of it', '/api/resumable-uploads'],
  ['the token', '/api/csrf-token'],
])('Pause and Go on before %s is known send the file once', async (_, held) => {
  const name = `hasty-${held.split('/').at(-1)}.mp4`;
  const film = join(folder, name);
  await writeFilm(film, MB);
  const page = await openAsUploader(site);
  const created: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('kind=')) created.push(request.url());
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${held}`, async (route) => {
    await released;
    await route.continue();
  });
  await filmChooser(page).setInputFiles(film);
  await page.getByRole('button', { name: `Pause uploading ${name}` }).press('Enter');
  await page.getByRole('button', { name: `Go on uploading ${name}` }).press('Enter');
  release();
  await page.getByText(`${name} is uploaded.`).waitFor();
  expect(created).toHaveLength(1);
});

test('a busy server that cannot return the offset does not restart a file', async () => {
  const film = join(folder, 'busy.mp4');
  await writeFilm(film, FILM_BYTES);
  const page = await openAsUploader(site);
  const offsets = watchOffsets(page);
  await throttled(page, 8 * MB);
  await filmChooser(page).setInputFiles(film);
  await expect.poll(() => sentPercent(page), { timeout: 20_000 }).toBeGreaterThan(30);
  await page.getByRole('button', { name: 'Pause uploading busy.mp4' }).press('Enter');
  let asked = 0;
  await page.route('**/api/resumable-uploads/*', async (route) => {
    if (route.request().method() !== 'HEAD') return route.continue();
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 503 }) : route.continue();
  });
  const sent = offsets.length;
  await page.getByRole('button', { name: 'Go on uploading busy.mp4' }).press('Enter');
  await page.getByText('busy.mp4 is uploaded.').waitFor();
  expect(asked).toBe(2);
  expect(Math.min(...offsets.slice(sent))).toBeGreaterThanOrEqual(8 * MB);
});

test('an unfinished upload can be discarded, and another file starts from its beginning', async () => {
  const film = join(folder, 'left.mp4');
  await writeFilm(film, FILM_BYTES);
  const page = await openAsUploader(site);
  await throttled(page, 8 * MB);
  await filmChooser(page).setInputFiles(film);
  await expect.poll(() => sentPercent(page), { timeout: 20_000 }).toBeGreaterThan(30);
  await openFilmForm(page);
  const waiting = page.getByRole('list', { name: 'Unfinished uploads' });
  await waiting.getByRole('button', { name: 'Discard left.mp4' }).press('Enter');
  await expect.poll(() => waiting.count()).toBe(0);
  expect(await (await page.request.get('/api/resumable-uploads')).json()).not.toContainEqual(
    expect.objectContaining({ name: 'left.mp4', upload: null }),
  );
});

test('a continued upload that is canceled is not offered as unfinished again', async () => {
  const film = join(folder, 'canceled.mp4');
  await writeFilm(film, FILM_BYTES);
  const page = await openAsUploader(site);
  await throttled(page, 4 * MB);
  await filmChooser(page).setInputFiles(film);
  await expect.poll(() => sentPercent(page), { timeout: 20_000 }).toBeGreaterThan(30);
  await openFilmForm(page);
  const waiting = page.getByRole('list', { name: 'Unfinished uploads' });
  await waiting.getByText(/^canceled\.mp4 is uploaded to/).waitFor();
  await filmChooser(page).setInputFiles(film);
  // It continues from the stored part.
  await expect.poll(() => sentPercent(page)).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Cancel uploading canceled.mp4' }).press('Enter');
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(await waiting.count()).toBe(0);
});

test('a file above the limit is refused before it is sent', async () => {
  const page = await openAsUploader(site);
  const offsets = watchOffsets(page);
  await filmChooser(page).evaluate((input: HTMLInputElement) => {
    const file = new File(['a'], 'long.mov');
    Object.defineProperty(file, 'size', { value: 5 * 1024 ** 3 });
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByRole('alert').filter({ hasText: 'This video is too large: at most 2 GB.' }).waitFor();
  expect(offsets).toEqual([]);
});
