import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { FROM_KEPT } from '#platform/http/contract/headers.ts';
import { makeApi } from '#platform/web/api-client.ts';
import { MAX_CHECKED, MAX_MERGED } from '../contract/calls.ts';
import { fakeServer, fakeStorage } from './favorites.fixture.ts';
import { readLocal, storeLocal } from './local-favorites.ts';
import { mergeLocal } from './merge-local.ts';
import { favoriteItemsQuery, favoriteQuery } from './queries.ts';

const userId = 7;
const droplet = (itemId: number) => ({ itemType: 'droplet' as const, itemId });

let server: ReturnType<typeof fakeServer>;
let context: { api: ReturnType<typeof makeApi>; queries: QueryClient; userId: number };

beforeEach(() => {
  fakeStorage();
  server = fakeServer();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  context = { api: makeApi(server.fetch), queries, userId };
});

const check = (itemId: number, who = context) => who.queries.fetchQuery(favoriteQuery(who, droplet(itemId)));

test('a page of cards sends one request', async () => {
  server.stored.add('droplet:2').add('droplet:20');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => check(n + 1)));
  expect(answers.flatMap((answer, n) => (answer ? [n + 1] : []))).toEqual([2, 20]);
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]?.path).toMatch(/^\/api\/favorites\/check-many\?items=droplet:1,droplet:2,/);
});

test('more cards than one request may check are checked in parts', async () => {
  server.stored.add('droplet:1').add('droplet:201');
  const answers = await Promise.all(Array.from({ length: 250 }, (_, n) => check(n + 1)));
  expect(answers.filter(Boolean)).toHaveLength(2);
  expect(server.calls.map(({ path }) => path.split(',').length)).toEqual([MAX_CHECKED, 250 - MAX_CHECKED]);
});

test('a failed check is null, and the next page checks again', async () => {
  server.fail = 500;
  expect(await check(1)).toBeNull();
  server.fail = 'network';
  expect(await check(2)).toBeNull();
  server.fail = null;
  expect(await check(3)).toBe(false);
});

test('one account’s favorites are not another’s', async () => {
  server.stored.add('droplet:1');
  expect(await check(1)).toBe(true);
  server.stored.clear();
  expect(await check(1, { ...context, userId: 8 })).toBe(false);
  expect(server.calls).toHaveLength(2);
});

test('stored presses reach the account before the first check', async () => {
  storeLocal({ ...droplet(1), at: 5 });
  storeLocal({ ...droplet(2), userId: 8, at: 5 });
  expect(await Promise.all([check(1), check(2)])).toEqual([true, false]);
  expect(server.calls.map(({ path }) => path.split('?')[0])).toEqual([
    '/api/favorites/merge',
    '/api/favorites/check-many',
  ]);
  // The session identifies the user.
  expect(server.calls[0]?.body).toEqual({
    items: [{ ...droplet(1), at: 5 }],
    userId,
    sentAt: expect.any(Number),
  });
  expect(readLocal()).toEqual([{ ...droplet(2), userId: 8, at: 5 }]);
});

test('a press that cannot be sent outweighs what is kept, and not what the server says', async () => {
  server.stored.add('droplet:2');
  // Simulates offline mode, where the worker answers checks from the kept favorites.
  let headers: Record<string, string> = { [FROM_KEPT]: '1' };
  const fetchKept = async (path: string, init: RequestInit) => {
    if (path === '/api/favorites/merge') throw new TypeError('Failed');
    return new Response((await server.fetch(path, init)).body, { headers });
  };
  const offline = { ...context, api: makeApi(fetchKept) };
  storeLocal({ ...droplet(1), userId, at: 5 });
  storeLocal({ ...droplet(2), userId, removed: true, at: 5 });
  expect(await Promise.all([check(1, offline), check(2, offline), check(3, offline)])).toEqual([
    true,
    false,
    false,
  ]);
  headers = {};
  context.queries.clear();
  expect(await Promise.all([check(1, offline), check(2, offline)])).toEqual([false, true]);
});

test('a failed merge loses nothing and is tried again', async () => {
  storeLocal(droplet(1));
  server.fail = 'network';
  await mergeLocal(context);
  expect(readLocal()).toEqual([droplet(1)]);
  server.fail = null;
  await mergeLocal(context);
  expect(readLocal()).toEqual([]);
  expect(server.stored).toEqual(new Set(['droplet:1']));
});

test('twenty hearts merge once and refetch the list', async () => {
  const { queryKey } = favoriteItemsQuery(context.api, userId);
  context.queries.setQueryData(queryKey, { oceans: [], waves: [], droplets: [] });
  storeLocal(droplet(1));
  await Promise.all(Array.from({ length: 20 }, () => mergeLocal(context)));
  expect(server.calls).toHaveLength(1);
  expect(context.queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  await mergeLocal(context);
  expect(server.calls).toHaveLength(1);
});

test('a long list is merged in parts', async () => {
  for (let n = 1; n <= MAX_MERGED + 1; n += 1) storeLocal(droplet(n));
  await mergeLocal(context);
  expect(server.calls.map(({ body }) => (body as { items: [] }).items.length)).toEqual([MAX_MERGED, 1]);
  expect(server.stored.size).toBe(MAX_MERGED + 1);
});
