import { once } from 'node:events';
import { truncate } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { mp4Head } from '#test/media/mp4-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient, TestClient } from '#test/test-api.ts';
import { filesIn, newUploadFolder } from '#test/upload-fixture.ts';
import { uploadSpace } from './upload-space.ts';

/** Timeout in ms: long enough for a busy machine. */
const PATIENCE = { timeout: 10_000 };

/* Forms sent over real connections: slow, interrupted, or very large. */

let admin: SignedInClient;
let port: number;

const folder = await newUploadFolder();
const failures: string[] = [];
const api = setUpApi({
  uploads: uploadSpace(folder),
  logLevel: 'error',
  printLog: (line) => failures.push(line),
});
beforeAll(async () => {
  admin = await api.signedIn('admin');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});

const BOUNDARY = 'a-boundary';
const HEAD = [
  `--${BOUNDARY}`,
  'content-disposition: form-data; name="file"; filename="film.mp4"',
  'content-type: video/mp4',
  '\r\n',
].join('\r\n');
const TAIL = `\r\n--${BOUNDARY}--\r\n`;
const MB = 1024 * 1024;

const cookiesOf = (client: TestClient) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

async function openUpload(kind: string) {
  const { body } = await admin.get('/api/csrf-token');
  const call = request({
    port,
    method: 'POST',
    path: `/api/uploads?kind=${kind}`,
    headers: {
      cookie: cookiesOf(admin),
      'csrf-token': body.csrfToken,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  call.on('error', () => {});
  const answer = once(call, 'response').then(async ([response]) => ({
    status: response.statusCode as number,
    body: JSON.parse(Buffer.concat(await response.toArray()).toString()),
  }));
  // A server that refuses the file may close the connection before it has read everything.
  const closed = new Promise((resolve) => call.on('close', resolve));
  const write = async (part: Uint8Array | string) => {
    if (!call.destroyed && !call.write(part)) await Promise.race([once(call, 'drain'), closed]);
  };
  return { call, answer, write };
}

/** Start of an MP4 with media data of this length. */
function filmHead(bytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes + 8);
  head.write('mdat', 4, 'latin1');
  return Buffer.concat([mp4Head(), head]);
}

/** Uploads a video of this size and fetches it again. */
async function uploadAndFetch(size: number): Promise<void> {
  const chunk = Buffer.alloc(MB, `${size} of still water `);
  const { call, answer, write } = await openUpload('video');
  await write(HEAD);
  await write(filmHead(size));
  for (let sent = 0; sent < size; sent += MB) await write(chunk);
  call.end(TAIL);
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.bytes).toBe(size + filmHead(size).length);
  const fetched = await fetch(`http://127.0.0.1:${port}${body.url}`, {
    headers: { cookie: cookiesOf(admin) },
  });
  let received = 0;
  for await (const part of fetched.body as AsyncIterable<Uint8Array>) received += part.length;
  expect(received).toBe(body.bytes);
}

test('a file that ends early breaks the connection: a player would wait for the rest', async () => {
  const { call, answer, write } = await openUpload('video');
  await write(HEAD);
  await write(filmHead(0));
  call.end(TAIL);
  const { url } = (await answer).body;
  await truncate(join(folder, url.split('/').at(-1)), filmHead(0).length - 4);
  const headers = { cookie: cookiesOf(admin) };
  const fetched = fetch(`http://127.0.0.1:${port}${url}`, { headers, signal: AbortSignal.timeout(10_000) });
  await expect(fetched.then((response) => response.text())).rejects.toThrow('terminated');
});

// On one engine only, because the database plays no part.
test.runIf(process.env.TEST_ENGINE === 'sqlite')(
  'uploading and serving a large video takes constant memory',
  async () => {
    let most = 0;
    const look = () => {
      most = Math.max(most, process.memoryUsage.rss());
    };
    const watch = setInterval(look, 5);
    // The first transfer allocates buffers. A larger one must not need more; uncollected garbage on a busy
    // machine is small beside the difference.
    await uploadAndFetch(128 * MB);
    const before = most;
    await uploadAndFetch(512 * MB);
    clearInterval(watch);
    expect((most - before) / (384 * MB)).toBeLessThan(0.25);
  },
);

test('an upload whose connection breaks leaves nothing, and is no failure of the site', async () => {
  const before = await filesIn(folder);
  const { call, answer, write } = await openUpload('video');
  answer.catch(() => {});
  await write(HEAD);
  await write(filmHead(10 * MB));
  for (let sent = 0; sent < 5; sent += 1) await write(Buffer.alloc(MB));
  await vi.waitFor(async () => expect((await filesIn(folder)).length).toBe(before.length + 1), PATIENCE);
  call.destroy();
  await vi.waitFor(async () => expect(await filesIn(folder)).toEqual(before), PATIENCE);
  await admin.get('/api/user');
  expect(failures).toEqual([]);
});

test('an incomplete form is refused and leaves nothing', async () => {
  const before = await filesIn(folder);
  const { call, answer, write } = await openUpload('video');
  await write(HEAD);
  await write(filmHead(100));
  call.end(Buffer.alloc(100));
  const { status, body } = await answer;
  expect([status, body.message]).toEqual([400, 'The upload was interrupted. Please try again.']);
  expect(await filesIn(folder)).toEqual(before);
});

test('a form whose type or boundary no parser takes is refused', async () => {
  const { csrfToken } = (await admin.get('/api/csrf-token')).body;
  const boundaries = ['', 'boundary=', 'boundary=""', `boundary=${'b'.repeat(300)}`];
  const types = ['multipart/form-data', 'multipart/mixed'].flatMap((type) =>
    boundaries.map((boundary) => `${type}; ${boundary}`),
  );
  for (const type of ['multipart/', 'multipart/form-data', 'MULTIPART/FORM-DATA; boundary=', ...types]) {
    const headers = { 'content-type': type, 'csrf-token': csrfToken };
    const { status } = await admin.send('POST', '/api/uploads?kind=captions', '--b\r\n', headers);
    expect([400, 415], type).toContain(status);
  }
});

test('a file that grows too large during the upload is refused with the limit', async () => {
  const before = await filesIn(folder);
  const { call, answer, write } = await openUpload('captions');
  await write(HEAD);
  for (let sent = 0; sent < 4; sent += 1) await write(Buffer.alloc(MB, 'WEBVTT\n'));
  call.end(TAIL);
  const { status, body } = await answer;
  const message = 'This captions file is too large: at most 1 MB. Choose a smaller one.';
  expect([status, body.message]).toEqual([413, message]);
  expect(await filesIn(folder)).toEqual(before);
});

test('a file without an end is refused at the limit, and its connection ends', async () => {
  const before = await filesIn(folder);
  const { call, answer, write } = await openUpload('captions');
  const isClosed = new Promise((resolve) => call.on('close', resolve));
  await write(HEAD);
  const endless = (async () => {
    while (!call.destroyed) {
      call.write(Buffer.alloc(MB, 'WEBVTT\n'));
      await sleep(20);
    }
  })();
  const { status, body } = await answer;
  expect([status, body.message]).toEqual([
    413,
    'This captions file is too large: at most 1 MB. Choose a smaller one.',
  ]);
  await isClosed;
  await endless;
  expect(await filesIn(folder)).toEqual(before);
});

test('an upload of a visitor or member never reaches the disk', async () => {
  const before = await filesIn(folder);
  const free = await api.signedIn('free');
  const { body } = await free.get('/api/csrf-token');
  const call = request({
    port,
    method: 'POST',
    path: '/api/uploads?kind=video',
    headers: {
      cookie: cookiesOf(free),
      'csrf-token': body.csrfToken,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  call.on('error', () => {});
  const response = once(call, 'response');
  call.write(HEAD);
  call.write(Buffer.alloc(MB));
  expect((await response)[0].statusCode).toBe(403);
  await sleep(50);
  call.destroy();
  expect(await filesIn(folder)).toEqual(before);
});
