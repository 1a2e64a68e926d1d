import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { makeApi } from '#platform/web/api-client.ts';
import { MOST_CHECKED, MOST_MERGED } from '../contract.ts';
import { fakeServer, fakeStorage } from './favorites.fixture.ts';
import { keepLocal, readLocal } from './local-favorites.ts';
import { mergeLocal } from './merge-local.ts';
import { favoriteItemsQuery, favoriteQuery } from './queries.ts';

const userId = 7;
const droplet = (itemId: number) => ({ itemType: 'droplet' as const, itemId });

let server: ReturnType<typeof fakeServer>;
let asking: { api: ReturnType<typeof makeApi>; queries: QueryClient; userId: number };

beforeEach(() => {
  fakeStorage();
  server = fakeServer();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  asking = { api: makeApi(server.fetch), queries, userId };
});

const check = (itemId: number, who = asking) => who.queries.fetchQuery(favoriteQuery(who, droplet(itemId)));

test('a page of cards asks once', async () => {
  server.kept.add('droplet:2').add('droplet:20');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => check(n + 1)));
  expect(answers.flatMap((answer, n) => (answer ? [n + 1] : []))).toEqual([2, 20]);
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]?.path).toMatch(/^\/api\/favorites\/check-many\?items=droplet:1,droplet:2,/);
});

test('more cards than one call may ask for are asked in parts', async () => {
  server.kept.add('droplet:1').add('droplet:201');
  const answers = await Promise.all(Array.from({ length: 250 }, (_, n) => check(n + 1)));
  expect(answers.filter(Boolean)).toHaveLength(2);
  expect(server.calls.map(({ path }) => path.split(',').length)).toEqual([MOST_CHECKED, 250 - MOST_CHECKED]);
});

test('an answer that is not OK is no word of the server, and the next page asks again', async () => {
  server.fail = 500;
  expect(await check(1)).toBeNull();
  server.fail = 'network';
  expect(await check(2)).toBeNull();
  server.fail = null;
  expect(await check(3)).toBe(false);
});

test('one account’s answers are not another’s', async () => {
  server.kept.add('droplet:1');
  expect(await check(1)).toBe(true);
  server.kept.clear();
  expect(await check(1, { ...asking, userId: 8 })).toBe(false);
  expect(server.calls).toHaveLength(2);
});

test('what was kept locally is in the account before the first check is answered', async () => {
  keepLocal({ ...droplet(1), at: 5 });
  keepLocal({ ...droplet(2), userId: 8, at: 5 });
  expect(await Promise.all([check(1), check(2)])).toEqual([true, false]);
  expect(server.calls.map(({ path }) => path.split('?')[0])).toEqual([
    '/api/favorites/merge',
    '/api/favorites/check-many',
  ]);
  // Whose press it was is not sent: the session says it.
  expect(server.calls[0]?.body).toEqual({ items: [{ ...droplet(1), at: 5 }] });
  expect(readLocal()).toEqual([{ ...droplet(2), userId: 8, at: 5 }]);
});

test('a merge that fails loses nothing and is tried again', async () => {
  keepLocal(droplet(1));
  server.fail = 'network';
  await mergeLocal(asking);
  expect(readLocal()).toEqual([droplet(1)]);
  server.fail = null;
  await mergeLocal(asking);
  expect(readLocal()).toEqual([]);
  expect(server.kept).toEqual(new Set(['droplet:1']));
});

test('twenty hearts merge once, and what was shown before is asked anew', async () => {
  const { queryKey } = favoriteItemsQuery(asking.api, userId);
  asking.queries.setQueryData(queryKey, { oceans: [], waves: [], droplets: [] });
  keepLocal(droplet(1));
  await Promise.all(Array.from({ length: 20 }, () => mergeLocal(asking)));
  expect(server.calls).toHaveLength(1);
  expect(asking.queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  await mergeLocal(asking);
  expect(server.calls).toHaveLength(1);
});

test('a long list is merged in parts', async () => {
  for (let n = 1; n <= MOST_MERGED + 1; n += 1) keepLocal(droplet(n));
  await mergeLocal(asking);
  expect(server.calls.map(({ body }) => (body as { items: [] }).items.length)).toEqual([MOST_MERGED, 1]);
  expect(server.kept.size).toBe(MOST_MERGED + 1);
});
