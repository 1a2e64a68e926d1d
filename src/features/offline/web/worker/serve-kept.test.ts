import { beforeEach, expect, test, vi } from 'vitest';
import { fakeDevice } from '../store/device.fixture.ts';
import { answerFromKept, findKeptPage } from './serve-kept.ts';

const CODE = '/assets/one.js';
const PAGE = '/droplets/1';

beforeEach(() => {
  const device = fakeDevice();
  device.index = { owner: null, confirmedAt: Date.now(), items: [], own: [PAGE], code: [CODE] };
  device.files.set(CODE, 'kept').set(PAGE, 'kept');
  vi.stubGlobal('location', { origin: 'https://site' });
  vi.stubGlobal('fetch', async () => new Response('network'));
});

const answerTo = async (path: string) => (await answerFromKept(new Request(`https://site${path}`)))?.text();

test('a kept file is answered without the network', async () => {
  expect(await answerTo(CODE)).toBe('kept');
});

test('while the browser’s storage fails, files come from the network, and no page is found', async () => {
  const open = () => Promise.reject(new DOMException('Connection lost', 'UnknownError'));
  vi.stubGlobal('caches', { open });
  expect(await answerTo(CODE)).toBe('network');
  expect(await findKeptPage(new Request(`https://site${PAGE}`))).toBeUndefined();
});
