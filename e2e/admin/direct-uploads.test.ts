import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { S3_KEYS, type S3Peer, startS3Peer } from '#test/peers/s3-peer.ts';
import { filmChooser, openAsUploader, openFilmForm, sentPercent, UPLOADER } from '../support/film-form.ts';
import { throttled, watchOffsets, writeFilm } from '../support/large-film.ts';
import { type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';

/* Films that the browser sends directly to the store, which has another origin. */

const MB = 1024 * 1024;
const FILM_BYTES = 30 * MB;
const PARTS = 4;

let peer: S3Peer;
let site: OpenSite;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillwater-direct-'));
  peer = await startS3Peer();
  site = await openSite({
    ...UPLOADER,
    DEMO: 'false',
    FFMPEG: 'off',
    S3_ENDPOINT: peer.endpoint,
    S3_PUBLIC_ENDPOINT: peer.endpoint,
    S3_DIRECT_UPLOADS: 'true',
    S3_REGION: S3_KEYS.region,
    S3_BUCKET: S3_KEYS.bucket,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  });
});
beforeEach(() => {
  peer.fromPages.length = 0;
  peer.cors = { origins: [new URL(site.url).origin], methods: ['PUT'], headers: ['content-type'] };
});
afterAll(async () => {
  await site.close();
  await peer.stop();
  await rm(folder, { recursive: true });
});

/** Returns the parts that the store received from the page. */
const stored = () => peer.fromPages.filter((call) => /^PUT .* 200$/.test(call)).length;

async function storedBytes(page: WatchedPage): Promise<number> {
  const address = await page.getByLabel('Media URL').first().inputValue();
  return peer.objects.get(`uploads/${address.slice('/media/u/'.length)}`)?.body.length ?? 0;
}

async function aFilm(name: string): Promise<string> {
  const film = join(folder, name);
  await writeFilm(film, FILM_BYTES);
  return film;
}

test('a film is sent directly to the store, and continues after a pause and after a reload', async () => {
  const film = await aFilm('direct.mp4');
  const page = await openAsUploader(site);
  const throughNode = watchOffsets(page);
  await throttled(page, 8 * MB);
  await filmChooser(page).setInputFiles(film);
  await expect.poll(() => sentPercent(page), { timeout: 20_000 }).toBeGreaterThan(30);
  await page.getByRole('button', { name: 'Pause uploading direct.mp4' }).press('Enter');
  await page.getByText(/^Paused: \d+ percent/).waitFor();
  const before = stored();
  expect(before).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Go on uploading direct.mp4' }).press('Enter');
  await expect.poll(stored).toBeGreaterThan(before);

  await openFilmForm(page);
  await page.getByText(/^direct\.mp4 is uploaded to \d+ percent\. Choose the same file again/).waitFor();
  await filmChooser(page).setInputFiles(film);
  await page.getByText('direct.mp4 is uploaded.').waitFor();
  expect(await storedBytes(page)).toBe(FILM_BYTES);
  // Each interruption may lose the report of a part that has arrived.
  expect(stored()).toBeLessThanOrEqual(PARTS + 2);
  expect(throughNode).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('a film continues to the store after the connection was lost', async () => {
  const film = await aFilm('lost.mp4');
  const page = await openAsUploader(site);
  const throughNode = watchOffsets(page);
  const network = await throttled(page, 8 * MB);
  await filmChooser(page).setInputFiles(film);
  await expect.poll(() => sentPercent(page), { timeout: 20_000 }).toBeGreaterThan(35);
  await network.cut();
  await page.getByText(/^The connection was lost at \d+ percent\. It goes on by itself\.$/).waitFor();
  await network.restore();
  await page.getByText('lost.mp4 is uploaded.').waitFor();
  expect(await storedBytes(page)).toBe(FILM_BYTES);
  expect(stored()).toBeLessThanOrEqual(PARTS + 1);
  expect(throughNode).toEqual([]);
});

test('a film is sent through the node if the store refuses pages, and the store is tried once', async () => {
  peer.cors = undefined;
  const film = await aFilm('around.mp4');
  const page = await openAsUploader(site);
  const throughNode = watchOffsets(page);
  await filmChooser(page).setInputFiles(film);
  await page.getByText('around.mp4 is uploaded.').waitFor();
  expect(await storedBytes(page)).toBe(FILM_BYTES);
  expect(throughNode).toHaveLength(PARTS);
  expect(peer.fromPages).toEqual([expect.stringMatching(/^OPTIONS .* 403$/)]);
});

test('the node receives the rest of a film when the store begins to refuse pages', async () => {
  const film = await aFilm('turned.mp4');
  const page = await openAsUploader(site);
  const throughNode = watchOffsets(page);
  await throttled(page, 8 * MB);
  await filmChooser(page).setInputFiles(film);
  await expect.poll(stored, { timeout: 20_000 }).toBeGreaterThan(0);
  peer.cors = undefined;
  await page.getByText('turned.mp4 is uploaded.').waitFor();
  expect(await storedBytes(page)).toBe(FILM_BYTES);
  expect(Math.min(...throughNode)).toBeGreaterThanOrEqual(8 * MB);
});

test('one part of a film that failed is sent to the store again', async () => {
  const film = await aFilm('once.mp4');
  const page = await openAsUploader(site);
  const throughNode = watchOffsets(page);
  let puts = 0;
  await page.route(`${peer.endpoint}/**`, async (route) => {
    puts += 1;
    return puts === 2 ? route.abort() : route.continue();
  });
  await filmChooser(page).setInputFiles(film);
  await page.getByText('once.mp4 is uploaded.').waitFor();
  expect(await storedBytes(page)).toBe(FILM_BYTES);
  expect([puts, throughNode]).toEqual([PARTS + 1, []]);
});
