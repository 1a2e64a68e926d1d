import { afterAll, expect, test, vi } from 'vitest';

let leave = () => {};
const sent: Blob[] = [];
vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => {
  leave = listener;
});
vi.stubGlobal('document', { addEventListener: () => {} });
const BROWSER = { onLine: true, sendBeacon: (_path: string, body: Blob) => sent.push(body) };
vi.stubGlobal('navigator', BROWSER);
afterAll(() => vi.unstubAllGlobals());
// Other tests of the worker may have counted already.
vi.resetModules();
const { countEmptySearch } = await import('./count-use.ts');

/** Returns the searches sent when the page is closed. */
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

test('a search waits while there is no connection, or its reader asks not to be tracked', async () => {
  countEmptySearch('hail');
  for (const wish of [{ onLine: false }, { doNotTrack: '1' }, { globalPrivacyControl: true }]) {
    vi.stubGlobal('navigator', { ...BROWSER, ...wish });
    expect(await searchesAtLeaving(), JSON.stringify(wish)).toEqual([]);
  }
  vi.stubGlobal('navigator', BROWSER);
  expect(await searchesAtLeaving()).toEqual(['hail']);
});
