import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { freePort } from '#test/free-port.ts';
import { anMp4 } from '#test/media/mp4-fixture.ts';
import { startNginx } from '#test/shared-cache/nginx-proxy.ts';
import { findNginx, findVarnish, startNginxCache, startVarnish } from '#test/shared-cache/shared-caches.ts';
import { type SignedInClient, startTestApi, type TestApi } from '#test/test-api.ts';
import { cookieOf } from '#test/tiers-fixture.ts';
import { aPicture, captions, newUploadFolder, upload } from '#test/upload-fixture.ts';
import { uploadSpace } from '../upload-space.ts';

/*
 * The real nginx with deploy/nginx.conf sends files of the local folder, with and without a shared cache in
 * front of the node.
 */

const INTERNAL = '/internal-uploads/';

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe.runIf(findNginx()).each([
  ['nginx', undefined],
  ['nginx, behind it nginx as a cache', startNginxCache],
  ['nginx, behind it Varnish', findVarnish() ? startVarnish : 'not installed'],
] as const)('%s', (_, startCache) => {
  if (startCache === 'not installed') return test.skip('Varnish is not installed');
  let api: TestApi;
  let admin: SignedInClient;
  let folder: string;
  let files: string;
  let nginx: ChildProcess;
  let https: number;
  let stopCache: (() => Promise<void>) | undefined;
  let written: () => number;

  beforeAll(async () => {
    folder = await newUploadFolder();
    files = await mkdtemp(join(tmpdir(), 'stillwater-nginx-'));
    api = await startTestApi({
      uploads: uploadSpace(folder, undefined, INTERNAL),
      trustProxy: ['127.0.0.1'],
    });
    admin = await api.signedIn('admin');
    const sockets = new Set<{ bytesWritten: number }>();
    api.app.server.on('connection', (socket) => sockets.add(socket));
    written = () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
    const node = await freePort();
    await api.app.listen({ port: node, host: '127.0.0.1' });
    let behind = node;
    if (startCache) {
      behind = await freePort();
      stopCache = (await startCache(behind, [node, node])).stop;
    }
    https = await freePort();
    const nodes = [`127.0.0.1:${behind}`, `127.0.0.1:${behind}`];
    nginx = startNginx({ folder: files, nodes, http: await freePort(), https, uploads: folder });
    await vi.waitFor(() => ask('/'), { timeout: 60_000 });
  });
  afterAll(async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
    await stopCache?.();
    await api.stop();
    await rm(files, { recursive: true });
  });

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Received>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: https, servername: 'learn.example.org', agent: false as const };
      const sent = { host: 'learn.example.org', ...headers };
      const call = request({ ...to, path, method, headers: sent, rejectUnauthorized: false });
      call.on('response', async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
      call.on('error', reject);
      call.end();
    });

  let films = 0;
  /** Creates an item with a film of 2.5 MB. */
  async function aFilm(accessType: 'free' | 'premium') {
    films += 1;
    const film = anMp4(`film ${films}`.padEnd(50_000, '.'));
    const mediaUrl: string = (await upload(admin, 'video', film)).body.url;
    await insertOceans(api.database.db, [
      anOcean({ waves: [aWave({ droplets: [aDroplet({ mediaUrl, accessType })] })] }),
    ]);
    return { film, mediaUrl };
  }

  test('a free film comes whole and in ranges, and the node sends none of its bytes', async () => {
    const { film, mediaUrl } = await aFilm('free');
    const before = written();
    const whole = await ask(mediaUrl);
    expect([whole.status, whole.body.equals(film)]).toEqual([200, true]);
    expect(whole.headers['content-length']).toBe(String(film.length));
    const etag = String(whole.headers.etag);
    expect(etag).toBe(`"${mediaUrl.slice('/media/u/'.length)}"`);
    const size = film.length;
    for (const [range, first, last] of [
      ['bytes=4-7', 4, 7],
      ['bytes=1000000-', 1_000_000, size - 1],
      ['bytes=-8', size - 8, size - 1],
      [`bytes=4-${size * 2}`, 4, size - 1],
    ] as const)
      for (const condition of [{}, { 'if-range': etag }] as Record<string, string>[]) {
        const part = await ask(mediaUrl, { range, ...condition });
        expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${size}`]);
        expect(part.body.equals(film.subarray(first, last + 1))).toBe(true);
        expect(part.headers.etag).toBe(etag);
      }
    for (const ifRange of ['"another"', 'Thu, 01 Jan 2026 00:00:00 GMT']) {
      const another = await ask(mediaUrl, { range: 'bytes=4-7', 'if-range': ifRange });
      expect([another.status, another.body.length]).toEqual([200, size]);
    }
    expect(written() - before).toBeLessThan(40_000);
  });

  test('every header of the node stays, and no other tells of the folder', async () => {
    const page = await upload(admin, 'image', await aPicture(500, 400));
    await insertOceans(api.database.db, [anOcean({ imageUrl: page.body.url })]);
    for (const url of [(await aFilm('free')).mediaUrl, (await aFilm('premium')).mediaUrl, page.body.url]) {
      const cookie = cookieOf(await api.signedIn('subscriber'));
      const own = new Set(['date', 'connection', 'x-request-id', 'age', 'via']);
      const headersOf = ({ headers }: Received) =>
        Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
      const fromNode = await ask(url, cookie, 'HEAD');
      const fromNginx = await ask(url, cookie);
      expect(headersOf(fromNginx)).toEqual(headersOf(fromNode));
      expect(JSON.stringify(fromNginx.headers)).not.toContain(INTERNAL);
      expect(fromNginx.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/);
    }
  });

  test('a locked film comes for a subscriber alone, and nobody else may store it', async () => {
    const { film, mediaUrl } = await aFilm('premium');
    const cookie = cookieOf(await api.signedIn('subscriber'));
    const mine = await ask(mediaUrl, cookie);
    expect([mine.status, mine.body.equals(film)]).toEqual([200, true]);
    expect(mine.headers['cache-control']).toBe('private, no-cache');
    const part = await ask(mediaUrl, { ...cookie, range: 'bytes=4-7' });
    expect([part.status, part.body.toString()]).toEqual([206, 'ftyp']);
    for (const headers of [{}, cookieOf(await api.signedIn('free')), { range: 'bytes=4-7' }]) {
      const refused = await ask(mediaUrl, headers);
      expect([refused.status, refused.headers['x-accel-redirect']]).toEqual([404, undefined]);
    }
  });

  test('a known file is 304, as long as the reader may have it', async () => {
    const { mediaUrl } = await aFilm('premium');
    const cookie = cookieOf(await api.signedIn('subscriber'));
    const known = { 'if-none-match': String((await ask(mediaUrl, cookie)).headers.etag) };
    const again = await ask(mediaUrl, { ...cookie, ...known });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await ask(mediaUrl, known)).status).toBe(404);
    // Only the ETag counts: the dates of the file system do not.
    const later = { 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' };
    expect((await ask(mediaUrl, { ...cookie, ...later })).status).toBe(200);
  });

  test('the internal address is 404 from outside, however it is written', async () => {
    const { mediaUrl } = await aFilm('free');
    const name = mediaUrl.slice('/media/u/'.length);
    for (const path of [
      INTERNAL,
      INTERNAL + name,
      `/%69nternal-uploads/${name}`,
      `/x/..${INTERNAL}${name}`,
      `/${INTERNAL}${name}`,
      `/media/u/..%2f..${INTERNAL}${name}`,
      `/media/u/%2e%2e/%2e%2e${INTERNAL}${name}`,
    ])
      for (const forged of [{}, { 'x-accel-redirect': INTERNAL + name }] as Record<string, string>[])
        expect((await ask(path, forged)).status, path).toBe(404);
  });

  test('ranges that name nothing, or several, are answered by the node, as without nginx', async () => {
    const { film, mediaUrl } = await aFilm('free');
    const beyond = await ask(mediaUrl, { range: `bytes=${film.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${film.length}`]);
    expect(beyond.headers['cache-control']).toBe('no-store');
    // Varnish itself refuses a range whose end precedes its start.
    const backwards = startCache === startVarnish ? [] : ['bytes=7-4'];
    for (const range of ['lines=1-2', 'bytes=0-1,4-5', ...backwards]) {
      const whole = await ask(mediaUrl, { range });
      expect([whole.status, whole.body.length], range).toEqual([200, film.length]);
    }
  });

  test('a missing file is 404, and no cache is told to keep that', async () => {
    const { mediaUrl } = await aFilm('free');
    await rm(join(folder, mediaUrl.slice('/media/u/'.length)));
    const missing = await ask(mediaUrl);
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('text of captions has its charset', async () => {
    const { body } = await upload(admin, 'captions', captions('Grüße'));
    const answer = await ask(body.url, cookieOf(admin));
    expect(answer.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(answer.body.toString()).toContain('Grüße');
  });
});

test('files that a proxy serves are readable by the group, and others by their owner alone', async () => {
  for (const [path, mode] of [
    [INTERNAL, 0o640],
    [undefined, 0o600],
  ] as const) {
    const folder = await newUploadFolder();
    const api = await startTestApi({ uploads: uploadSpace(folder, undefined, path) });
    const before = process.umask(0o077);
    await upload(await api.signedIn('admin'), 'captions', captions('modes'));
    process.umask(before);
    const [name = ''] = (await readdir(folder)).filter((entry) => entry.endsWith('.vtt'));
    expect((await stat(join(folder, name))).mode & 0o777).toBe(mode);
    await api.stop();
  }
});
