import { beforeEach, expect, test, vi } from 'vitest';
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

test('an index of another shape keeps nothing', async () => {
  device.index = { code: [CODE] } as unknown as Kept;
  expect(await readKeptNow()).toBeNull();
  expect(await answerTo(CODE)).toBeUndefined();
  expect(await findKeptPage(new Request(`https://site${PAGE}`))).toBeUndefined();
});
