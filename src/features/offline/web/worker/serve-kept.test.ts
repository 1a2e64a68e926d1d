import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkFavorites, listFavoriteItems } from '#features/favorites/contract/calls.ts';
import { fakeDevice } from '../store/device.fixture.ts';
import type { Kept } from '../store/kept.ts';
import { answerFromKept, findKeptPage, readKeptNow } from './serve-kept.ts';

const CODE = '/assets/one.js';
const PAGE = '/droplets/1';

let device: ReturnType<typeof fakeDevice>;
beforeEach(() => {
  device = fakeDevice();
  device.index = { owner: null, confirmedAt: Date.now(), items: [], own: [PAGE], code: [CODE] };
  device.files.set(CODE, 'kept').set(PAGE, 'kept');
  vi.stubGlobal('location', { origin: 'https://site' });
  vi.stubGlobal('fetch', async () => new Response('network'));
});
afterEach(() => vi.unstubAllGlobals());

const answerTo = async (path: string, headers = {}) =>
  (await answerFromKept(new Request(`https://site${path}`, { headers })))?.text();

test('a kept file is answered without the network', async () => {
  expect(await answerTo(CODE)).toBe('kept');
});

test('while the browser’s storage fails, files come from the network, and no page is found', async () => {
  const open = () => Promise.reject(new DOMException('Connection lost', 'UnknownError'));
  vi.stubGlobal('caches', { open });
  expect(await answerTo(CODE)).toBe('network');
  expect(await findKeptPage(new Request(`https://site${PAGE}`))).toBeUndefined();
});

test('a kept file that cannot be read comes from the network', async () => {
  const lost = () => Promise.reject(new DOMException('Lost', 'NotReadableError'));
  const match = async () => Object.assign(new Response('kept'), { blob: lost });
  vi.stubGlobal('caches', { open: async () => ({ match }) });
  expect(await answerTo(CODE, { range: 'bytes=0-' })).toBe('network');
});

test('a question for the size of a kept file is answered without its content', async () => {
  const answer = await answerFromKept(new Request(`https://site${CODE}`, { method: 'HEAD' }));
  expect([answer?.status, answer?.headers.has('x-kept-bytes'), await answer?.text()]).toEqual([
    200,
    true,
    '',
  ]);
});

test.each<[string, string, RequestInit?]>([
  ['a write', `https://site${CODE}`, { method: 'POST' }],
  ['a request that wants the present file', `https://site${CODE}`, { cache: 'no-store' }],
  ['a request to a site whose name begins in the same way', `https://site.example${CODE}`],
])('%s is left to the browser', (_, url, init) => {
  expect(answerFromKept(new Request(url, init))).toBeUndefined();
});

test('without a connection files answer calls, and the list of favorites answers hearts', async () => {
  const check = `${checkFavorites.path}?items=droplet:1,droplet:2,wave:1`;
  const list = JSON.stringify({ oceans: [], waves: [], droplets: [{ id: 1 }] });
  device.index?.own.push(listFavoriteItems.path, '/api/droplets/1');
  device.files.set(listFavoriteItems.path, list).set('/api/droplets/1', 'kept');
  await readKeptNow();
  expect(await answerTo('/api/droplets/1')).toBe('network');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await answerTo('/api/droplets/1')).toBe('kept');
  expect(await answerTo(check)).toBe('[{"itemType":"droplet","itemId":1}]');
  // The browser has evicted the list.
  device.files.delete(listFavoriteItems.path);
  await expect(answerTo(check)).rejects.toThrow('Failed to fetch');
});

test('an index of another shape keeps nothing', async () => {
  device.index = { code: [CODE] } as unknown as Kept;
  expect(await readKeptNow()).toBeNull();
  expect(await answerTo(CODE)).toBeUndefined();
  expect(await findKeptPage(new Request(`https://site${PAGE}`))).toBeUndefined();
});
