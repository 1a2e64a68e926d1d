import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3_KEYS, type S3Peer, startS3Peer } from '#test/peers/s3-peer.ts';
import { keepAll, storedPaths } from '../offline/kept-pages.ts';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { alive, idle, type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';
import { ADMIN, administrator, phone, withWorker } from '../support/phone.ts';

/* Players fetch a film from the store; scripts fetch it from the site. */

const FILM = join(import.meta.dirname, '../../demo/media/a-break-that-is-one.mp4');

let peer: S3Peer;
let site: OpenSite;
let mediaUrl: string;
beforeAll(async () => {
  peer = await startS3Peer();
  site = await openSite({
    ADMIN_PASSWORD: ADMIN.password,
    FFMPEG: 'off',
    S3_ENDPOINT: peer.endpoint,
    S3_PUBLIC_ENDPOINT: peer.endpoint,
    S3_REGION: S3_KEYS.region,
    S3_BUCKET: S3_KEYS.bucket,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  });
  const admin = await administrator(site, '/admin/content');
  const headers = { origin: site.url, ...(await csrfHeaders(admin)) };
  const file = { name: 'film.mp4', mimeType: 'video/mp4', buffer: await readFile(FILM) };
  const sent = await admin.request.post('/api/uploads?kind=video', { headers, multipart: { file } });
  expect(sent.status()).toBe(201);
  mediaUrl = (await sent.json()).url;
  const changed = await admin.request.put('/api/droplets/8', { headers, data: { mediaUrl } });
  expect(changed.status(), await changed.text()).toBe(200);
});
afterAll(async () => {
  await site.close();
  await peer.stop();
});

const signed = (page: WatchedPage) => page.requested.filter((url) => url.startsWith(peer.endpoint));
const film = (page: WatchedPage) => page.locator('video').first();

async function play(page: WatchedPage): Promise<void> {
  await page.goto('/droplets/8');
  await alive(page);
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await expect.poll(() => film(page).evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0.2);
}

test('a visitor’s player loads the film from the store, also with a service worker', async () => {
  const page = await phone(site);
  await play(page);
  expect(signed(page).length).toBeGreaterThan(0);
  expect(signed(page)[0]).toContain('X-Amz-Signature=');
  await withWorker(page);
  await play(page);
  expect(page.problems).toEqual([]);
});

test('a device keeps the film, and plays it without the store', async () => {
  const page = await phone(site);
  await keepAll(page, '/waves/1');
  expect(await storedPaths(page)).toContain(mediaUrl.replace('.mp4', ''));
  const before = peer.calls.length;
  await play(page);
  expect(peer.calls).toHaveLength(before);
  expect(page.problems).toEqual([]);
});

test('an administrator creates pictures from the film', async () => {
  const page = await administrator(site, '/admin/content');
  await idle(page);
  const drawn = await page.evaluate(async (address) => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = address;
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error('The film cannot be read.'));
    });
    const canvas = document.createElement('canvas');
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return canvas.toDataURL('image/jpeg').length;
  }, mediaUrl);
  expect(drawn).toBeGreaterThan(100);
  expect(signed(page)).toEqual([]);
});
