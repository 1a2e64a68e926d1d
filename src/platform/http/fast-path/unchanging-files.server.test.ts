import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwoWays, type TwoWays } from '#test/fast-path/two-ways.ts';

/* Files of the build and covers, by the fast path and by the router: both responses are equal. */

const FOLDER = join(import.meta.dirname, '../../../../dist/client/assets');
const BROWSERS = ['gzip, deflate, br, zstd', 'gzip, deflate', ''];

let ways: TwoWays;
beforeAll(async () => {
  ways = await startTwoWays();
});
afterAll(() => ways.stop());

/** A script, a sheet and a font. */
const files = ['.js', '.css', '.woff2']
  .map((end) =>
    readdirSync(FOLDER)
      .filter((name) => name.endsWith(end))
      .sort()
      .at(-1),
  )
  .map((name) => `/assets/${name}`);
const covers = ['/covers/ocean/focus.svg', '/covers/droplet/lonely.svg', '/covers/wave/%C3%A9t%C3%A9.svg'];

const accepting = (encoding: string): Record<string, string> =>
  encoding === '' ? {} : { 'accept-encoding': encoding };

test.each([...files, ...covers])('fast path and router send the same: %s', async (url) => {
  const { withFastPath, withoutFastPath } = ways;
  for (const encoding of BROWSERS) {
    const headers = accepting(encoding);
    const slow = await withoutFastPath('GET', url, headers);
    expect(slow.status).toBe(200);
    await expect
      .poll(async () => (await withFastPath('GET', url, headers)).tookFastPath, { message: encoding })
      .toBe(true);
    for (const method of ['GET', 'HEAD'])
      expect(await withFastPath(method, url, headers), `${method} ${encoding}`).toEqual({
        ...(await withoutFastPath(method, url, headers)),
        tookFastPath: true,
      });
    // Sessions and entries make no difference.
    const cookie = 'stillwater_session=x; stillwater_entered=1; stillwater_checkout=y';
    expect(await withFastPath('GET', url, { ...headers, cookie })).toEqual({ ...slow, tookFastPath: true });
  }
});

test('the router handles range and conditional requests, those with a body, and other files', async () => {
  const [url = ''] = files;
  const { withFastPath, withoutFastPath } = ways;
  const { etag, 'last-modified': modified } = (await withoutFastPath('GET', url, {})).headers;
  await expect.poll(async () => (await withFastPath('GET', url, {})).tookFastPath).toBe(true);
  const asked: [string, Record<string, string>, number][] = [
    [url, { range: 'bytes=0-9' }, 206],
    [url, { 'if-none-match': String(etag) }, 304],
    [url, { 'if-modified-since': String(modified) }, 304],
    [`${url}?x`, {}, 200],
    [url, { 'transfer-encoding': 'chunked' }, 200],
    ['/assets/none.js', {}, 404],
    ['/assets/../assets/none.js', {}, 404],
  ];
  for (const [path, headers, status] of asked) {
    const answer = await withFastPath('GET', path, headers);
    expect([path, answer.status, answer.tookFastPath]).toEqual([path, status, false]);
  }
});

test('unknown encodings use no memory', async () => {
  const [, url = ''] = files;
  for (let times = 0; times < 3; times += 1) {
    const answer = await ways.withFastPath('GET', url, accepting('br;q=0.1, gzip;q=0.9'));
    expect([answer.status, answer.tookFastPath]).toEqual([200, false]);
  }
});
