import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { makeApi } from '#platform/web/api-client.ts';
import { BEGUN_KEY } from '../begun-script.ts';
import { progressQuery } from './use-progress.ts';

afterEach(() => vi.useRealTimers());

test('progress that the server did not give is asked for again, and nothing is forgotten', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const items = new Map([[BEGUN_KEY, 'open']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('document', { documentElement: { dataset: { begun: 'open' } } });
  const place = { waveId: 1, dropletId: 2, position: 3, seen: false, at: 4 };
  const answers = [
    new Response('{}', { status: 503 }),
    Response.json({ remembers: true, waves: [], places: [place], again: [], welcome: null }),
  ];
  const api = makeApi(async () => answers.shift() ?? Response.error());
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const read = () => queries.fetchQuery(progressQuery(api, 7));
  expect(await read()).toMatchObject({ places: [] });
  expect(items.get(BEGUN_KEY)).toBe('open');
  vi.setSystemTime(Date.now() + 11_000);
  expect(await read()).toMatchObject({ places: [place] });
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(await read()).toMatchObject({ places: [place] });
});
