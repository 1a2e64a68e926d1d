import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { S3_KEYS, startS3Peer } from '#test/peers/s3-peer.ts';
import { findSwift, SWIFT_ORIGIN, startSwift } from '#test/swift/swift-server.ts';
import { signPut } from '../resumable/direct/sign-put.ts';
import { type S3Setup, s3Store } from '../s3-store.ts';
import { type Store, StoreError } from '../store.ts';
import { signMediaUrl } from './sign-media-url.ts';

/* A real store, and the peer of the other tests, which must behave alike. */

const FILM = Buffer.alloc(2_000_000, 'film');
const NAME = `${'a'.repeat(32)}.mp4`;
const PART = `${'d'.repeat(32)}.part`;
const AS_FILM = { name: NAME, contentType: 'video/mp4', bytes: FILM.length };

async function startPeer() {
  const peer = await startS3Peer();
  peer.cors = { origins: [SWIFT_ORIGIN], methods: ['PUT'], headers: ['content-type'] };
  return { ...S3_KEYS, endpoint: peer.endpoint, stop: () => peer.stop() };
}

describe.each([
  ['OpenStack Swift', startSwift, findSwift()],
  ['the peer', startPeer, true],
] as const)('%s', (_, start, isThere) => {
  if (!isThere) return test.skip('OpenStack Swift is not installed');
  let setup: S3Setup;
  let stop: () => Promise<void>;
  let store: Store;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    ({ stop, ...setup } = await start());
    store = s3Store({ ...setup, publicEndpoint: setup.endpoint, directUploads: true });
    folder = await mkdtemp(join(tmpdir(), 'stillwater-store-'));
    file = join(folder, 'film');
    await writeFile(file, FILM);
    // The store's own content type of an object has no effect.
    await store.put(NAME, file, 'text/html');
  });
  afterAll(async () => {
    await stop?.();
    await rm(folder, { recursive: true });
  });

  const textOf = async (range?: { first: number; last: number }) =>
    Buffer.concat((await (await store.read(NAME, range))?.toArray()) ?? []);
  const client = () => new AwsClient({ ...setup, service: 's3' });
  const sign = (isOpen: boolean, age = 0) =>
    signMediaUrl(
      client(),
      `${setup.endpoint}/${setup.bucket}/uploads/${NAME}`,
      { ...AS_FILM, isOpen },
      Date.now() - age,
    );
  const ask = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, init);
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };

  test('a bucket that was deleted, or has another name, has lost no file', async () => {
    const elsewhere = s3Store({ ...setup, bucket: 'of-another-name' });
    await expect(elsewhere.read(NAME)).rejects.toBeInstanceOf(StoreError);
    await expect(elsewhere.size(NAME)).rejects.toBeInstanceOf(StoreError);
    await expect(elsewhere.remove(NAME)).rejects.toBeInstanceOf(StoreError);
    expect([await store.read('none.mp4'), await store.size('none.mp4')]).toEqual([null, null]);
  });

  test('files are stored, measured, read whole and in ranges, and deleted', async () => {
    expect([await store.size(NAME), await store.size('b.mp4')]).toEqual([FILM.length, null]);
    expect((await textOf()).equals(FILM)).toBe(true);
    expect((await textOf({ first: 5, last: 7 })).toString()).toBe('ilm');
    expect(await store.read('b.mp4')).toBeNull();
    await store.put('c.vtt', file, 'text/vtt');
    await store.remove('c.vtt');
    await store.remove('c.vtt');
    expect(await store.size('c.vtt')).toBeNull();
    const stranger = s3Store({ ...setup, secretAccessKey: 'wrong' });
    await expect(stranger.read(NAME)).rejects.toBeInstanceOf(StoreError);
  });

  test('a browser gets a film by a signed address, whole and in ranges, as a film', async () => {
    for (const isOpen of [false, true]) {
      const handOver = await store.handOver?.({ ...AS_FILM, isOpen });
      const url = handOver && 'signedUrl' in handOver ? handOver.signedUrl : '';
      const whole = await ask(url);
      expect([whole.status, whole.body.equals(FILM)]).toEqual([200, true]);
      expect(whole.headers.get('content-type')).toBe('video/mp4');
      expect(whole.headers.get('content-disposition')).toBe(`inline; filename="${NAME}"`);
      const cached = isOpen ? 'private, max-age=7200' : 'private, no-store';
      expect(whole.headers.get('cache-control')).toBe(cached);
      const part = await ask(url, { headers: { range: 'bytes=5-7' } });
      expect([part.status, part.body.toString()]).toEqual([206, 'ilm']);
      expect(part.headers.get('content-range')).toBe(`bytes 5-7/${FILM.length}`);
    }
  });

  test('an address expires: after ten minutes for a locked film, two hours for an open one', async () => {
    const statuses = (isOpen: boolean, ages: number[]) =>
      Promise.all(ages.map(async (age) => (await ask(await sign(isOpen, age))).status));
    expect(await statuses(false, [590_000, 601_000])).toEqual([200, 403]);
    expect(await statuses(true, [3_590_000, 7_201_000])).toEqual([200, 403]);
  });

  test('a changed address, another method and none at all are refused', async () => {
    const mine = await sign(false);
    for (const [old, forged] of [
      ['X-Amz-Expires=600', 'X-Amz-Expires=604800'],
      ['video%2Fmp4', 'text%2Fhtml'],
      ['inline', 'attachment'],
      ['no-store', 'max-age=1'],
      [NAME, `${'b'.repeat(32)}.mp4`],
    ] as const) {
      expect(mine).toContain(old);
      expect((await ask(mine.replace(old, forged))).status, forged).toBe(403);
    }
    for (const method of ['PUT', 'DELETE', 'HEAD'])
      expect((await ask(mine, { method })).status, method).toBe(403);
    const unsigned = await ask(mine.replace(/\?.*/, ''));
    expect(unsigned.status).toBeGreaterThanOrEqual(400);
    expect(await store.size(NAME)).toBe(FILM.length);
  });

  test('a browser stores a part of the signed size and type, within the hour', async () => {
    const address = (await store.signPut?.(PART, FILM.length)) ?? '';
    const send = (url: string, body = FILM, type = 'application/octet-stream') =>
      ask(url, { method: 'PUT', body, headers: { 'content-type': type, origin: SWIFT_ORIGIN } });
    expect((await send(address, FILM.subarray(1))).status).toBe(403);
    expect((await send(address, FILM, 'text/html')).status).toBe(403);
    expect((await send(address.replace(PART, NAME))).status).toBe(403);
    expect((await ask(address)).status).toBe(403);
    expect(
      (await send(await signPut(client(), address.replace(/\?.*/, ''), FILM.length, Date.now() - 3_601_000)))
        .status,
    ).toBe(403);
    expect(await store.size(PART)).toBeNull();
    expect((await send(address)).status).toBe(200);
    expect(await store.size(PART)).toBe(FILM.length);
  });

  test('a preflight is answered for the site’s origin, and for no other', async () => {
    const address = (await store.signPut?.(PART, FILM.length)) ?? '';
    const preflight = (origin: string) =>
      ask(address, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
    const { status, headers } = await preflight(SWIFT_ORIGIN);
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(SWIFT_ORIGIN);
    expect(headers.get('access-control-allow-methods')).toContain('PUT');
    expect((await preflight('https://other.example')).status).toBeGreaterThanOrEqual(400);
  });
});
