import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { makeApi } from '#platform/web/api-client.ts';
import { type Site, SiteContext } from '#platform/web/page.ts';
import { BEGUN_KEY } from '../begun-script.ts';
import { progressQuery, useReaderId } from './use-progress.ts';

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
  const stop = { waveId: 1, dropletId: 2, position: 3, seen: false, at: 4 };
  const answers = [
    new Response('{}', { status: 503 }),
    Response.json({ remembers: true, waves: [], stops: [stop], again: [], welcome: null }),
  ];
  const api = makeApi(async () => answers.shift() ?? Response.error());
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const read = () => queries.fetchQuery(progressQuery(api, 7));
  expect(await read()).toMatchObject({ stops: [] });
  expect(items.get(BEGUN_KEY)).toBe('open');
  vi.setSystemTime(Date.now() + 11_000);
  expect(await read()).toMatchObject({ stops: [stop] });
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(await read()).toMatchObject({ stops: [stop] });
});

test('the reader is unknown without an answer, and then a visitor or a member', () => {
  const api = makeApi(async () => Response.error());
  const readerOf = (user?: object | null) => {
    const queries = new QueryClient();
    if (user !== undefined) queries.setQueryData(userQuery(api).queryKey, user as never);
    let reader: number | null | undefined;
    const Reader = () => {
      reader = useReaderId();
      return null;
    };
    const inside = createElement(QueryClientProvider, { client: queries }, createElement(Reader));
    renderToString(createElement(SiteContext, { value: { api } as Site }, inside));
    return reader;
  };
  expect([readerOf(), readerOf(null), readerOf({ id: 7 })]).toEqual([undefined, null, 7]);
});
