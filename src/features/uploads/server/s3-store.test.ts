import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storageCheck } from '#features/health/server/checks/storage-check.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { anOcean, insertOceans } from '#test/catalogue-fixture.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { S3_KEYS, type S3Peer, startS3Peer } from '#test/peers/s3-peer.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';
import { aPicture, filesIn, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { s3Store } from './s3-store.ts';
import { StoreError } from './store.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { uploadSpace } from './upload-space.ts';

let peer: S3Peer;
let api: TestApi;
let folder: string;

beforeEach(async () => {
  peer = await startS3Peer();
  folder = await newUploadFolder();
  api = await startTestApi({ uploads: uploadSpace(folder, { ...S3_KEYS, endpoint: peer.endpoint }) });
});
afterEach(async () => {
  await api.stop();
  await peer.stop();
});

test('uploads go into the bucket, signed, and are served from it in ranges', async () => {
  const admin = await api.signedIn('admin');
  const film = anMp4('in a bucket');
  const { body, status } = await upload(admin, 'video', film);
  expect(status).toBe(201);
  const key = `uploads/${body.url.slice('/media/u/'.length)}`;
  expect(peer.objects.get(key)).toEqual({ body: film, contentType: 'video/mp4' });
  expect(await filesIn(folder)).toEqual([]);

  await insertOceans(api.database.db, [
    anOcean({ mediaType: 'video', mediaUrl: body.url, accessType: 'premium' }),
  ]);
  const subscriber = await api.signedIn('subscriber');
  const whole = await subscriber.get(body.url);
  expect([whole.status, whole.headers['content-length']]).toEqual([200, String(film.length)]);
  expect(whole.headers['content-security-policy']).toContain('sandbox');
  const part = await subscriber.send('GET', body.url, undefined, { range: 'bytes=4-7' });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([
    206,
    'ftyp',
    `bytes 4-7/${film.length}`,
  ]);
  const before = peer.calls.length;
  expect((await api.visitor().get(body.url)).status).toBe(404);
  expect((await subscriber.send('HEAD', body.url)).headers['content-length']).toBe(String(film.length));
  expect(peer.calls).toHaveLength(before);
});

test('all widths of a picture are stored once in the bucket, and deleted from it', async () => {
  const admin = await api.signedIn('admin');
  const picture = await aPicture(1000, 500);
  expect((await upload(admin, 'image', picture)).status).toBe(201);
  // Three widths, of which two are smaller as AVIF.
  expect(peer.objects.size).toBe(5);
  expect((await upload(admin, 'image', picture)).status).toBe(200);
  expect(peer.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(5);
  const space = uploadSpace(folder, { ...S3_KEYS, endpoint: peer.endpoint });
  expect(await sweepUploads(api.database.db, space, Date.now() + 8 * 86_400_000)).toBe(1);
  expect(peer.objects.size).toBe(0);
});

test('a failing bucket gives an error and leaves nothing, and the next try succeeds', async () => {
  const admin = await api.signedIn('admin');
  const film = anMp4('at the second try');
  peer.fail(500);
  const failed = await upload(admin, 'video', film);
  expect([failed.status, failed.body.message]).toEqual([
    503,
    'The file store is not responding. Please try again in a few minutes.',
  ]);
  expect(await filesIn(folder)).toEqual([]);
  expect((await admin.get('/api/uploads')).body).toEqual([]);
  peer.fail(0, 0);
  const { body, status } = await upload(admin, 'video', film);
  expect(status).toBe(201);
  peer.fail(503);
  const unreachable = await admin.get(body.url);
  expect(unreachable.status).toBe(503);
  expect(unreachable.headers['cache-control']).toBe('no-store');
});

test('a bucket that redirects is not followed', async () => {
  const store = s3Store({ ...S3_KEYS, endpoint: peer.endpoint });
  for (const status of [301, 307]) {
    peer.fail(status, 1);
    await expect(store.read('a.vtt')).rejects.toThrow(`${status}`);
  }
});

test('a request to an overloaded bucket is retried', async () => {
  const admin = await api.signedIn('admin');
  peer.fail(503, 1);
  expect((await upload(admin, 'video', anMp4('once more'))).status).toBe(201);
});

test('the store writes, reads, measures and deletes; with wrong keys it does nothing', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'stillwater-s3-')), 'file');
  await writeFile(file, 'hello');
  const store = s3Store({ ...S3_KEYS, endpoint: peer.endpoint });
  await store.put('a.vtt', file, 'text/vtt');
  expect(await store.size('a.vtt')).toBe(5);
  const part = await store.read('a.vtt', { first: 1, last: 3 });
  expect(Buffer.concat((await part?.toArray()) ?? []).toString()).toBe('ell');
  expect([await store.size('b.vtt'), await store.read('b.vtt')]).toEqual([null, null]);
  await store.remove('a.vtt');
  await store.remove('a.vtt');
  expect(await store.size('a.vtt')).toBeNull();

  const stranger = s3Store({ ...S3_KEYS, endpoint: peer.endpoint, secretAccessKey: 'wrong' });
  await expect(stranger.put('a.vtt', file, 'text/vtt')).rejects.toBeInstanceOf(StoreError);
  expect(peer.objects.size).toBe(0);
  await expect(stranger.remove('a.vtt')).rejects.toThrow(
    'S3 responded to DELETE with 403: SignatureDoesNotMatch',
  );
  const nowhere = s3Store({ ...S3_KEYS, endpoint: 'http://127.0.0.1:9' });
  await expect(nowhere.read('a.vtt')).rejects.toBeInstanceOf(StoreError);
});

test('a clock that is 20 minutes wrong is named as the reason, also by the health page', async () => {
  const store = s3Store({ ...S3_KEYS, endpoint: peer.endpoint });
  peer.ahead = -20 * MINUTE;
  await expect(store.read('a.vtt')).rejects.toThrow('S3 responded to GET with 403: RequestTimeTooSkewed');
  const { problems } = await storageCheck(api.database.db, store).look();
  expect(problems).toMatchObject([{ meaning: expect.stringContaining('RequestTimeTooSkewed') }]);
});
