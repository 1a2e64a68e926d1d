import { afterAll, expect, test, vi } from 'vitest';
import { countEmptySearch } from './count-use.ts';

let leave = () => {};
const sent: Blob[] = [];
vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => {
  leave = listener;
});
vi.stubGlobal('document', { addEventListener: () => {} });
vi.stubGlobal('navigator', { onLine: true, sendBeacon: (_path: string, body: Blob) => sent.push(body) });
afterAll(() => vi.unstubAllGlobals());

/** Returns the searches that are sent when the page is left. */
async function searchesAtLeaving(): Promise<string[]> {
  leave();
  return JSON.parse(await (sent.pop() ?? new Blob(['{"searches":[]}'])).text()).searches;
}

test.each([
  ['typed on', ['moo', 'moon'], ['moon']],
  ['shortened again', ['sta', 'star', 'sta'], ['sta']],
  ['shown again, as after Back', ['sun', 'sun'], ['sun']],
  ['followed by another one', ['dew', 'fog'], ['dew', 'fog']],
])('a search without results is counted once when it is %s', async (_, typed, counted) => {
  for (const search of typed) countEmptySearch(search);
  expect(await searchesAtLeaving()).toEqual(counted);
});

test('a search that was sent is not counted again', async () => {
  countEmptySearch('rain');
  expect(await searchesAtLeaving()).toEqual(['rain']);
  countEmptySearch('rain');
  expect(await searchesAtLeaving()).toEqual([]);
});
