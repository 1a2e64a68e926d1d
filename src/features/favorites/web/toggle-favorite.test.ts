import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { makeApi } from '#platform/web/api-client.ts';
import { mergeFavorites } from '../contract/calls.ts';
import { favoriteKey } from './favorite-key.ts';
import { fakeServer, fakeStorage } from './favorites.fixture.ts';
import { localFavorite, readLocal, storeLocal } from './local-favorites.ts';
import { mergeLocal } from './merge-local.ts';
import { favoriteItemsQuery } from './queries.ts';
import { toggleFavorite } from './toggle-favorite.ts';

const ref = { itemType: 'droplet' as const, itemId: 3 };
const userId = 7;
const key = favoriteKey(ref, userId);

let storage: ReturnType<typeof fakeStorage>;
let server: ReturnType<typeof fakeServer>;
let queries: QueryClient;

beforeEach(() => {
  storage = fakeStorage();
  server = fakeServer();
  queries = new QueryClient();
  queries.setQueryData(key, false);
});

const toggle = (favorite: boolean) =>
  toggleFavorite({ api: makeApi(server.fetch), queries, userId, ref, favorite });

test('the heart flips before the server has answered, and the server is called', async () => {
  const toggling = toggle(true);
  expect(queries.getQueryData(key)).toBe(true);
  expect(await toggling).toBe('server');
  expect(queries.getQueryData(key)).toBe(true);
  expect(server.calls).toEqual([{ method: 'POST', path: '/api/favorites', body: { ...ref, userId } }]);
  await toggle(false);
  expect(server.calls.at(-1)).toEqual({ method: 'DELETE', path: '/api/favorites', body: { ...ref, userId } });
  expect(queries.getQueryData(key)).toBe(false);
  expect(readLocal()).toEqual([]);
});

test('when the server call fails, the favorite is toggled in the local store instead', async () => {
  for (const failure of [500, 503, 404, 403, 'network'] as const) {
    server.fail = failure;
    expect(await toggle(true)).toBe('local');
    // Without the server's state, the stored press counts.
    expect(queries.getQueryData(key)).toBeNull();
    expect(localFavorite(ref, userId)).toBe(true);
    expect(await toggle(false)).toBe('local');
    expect(localFavorite(ref, userId)).toBe(false);
  }
  expect(readLocal()).toMatchObject([{ ...ref, userId, removed: true }]);
});

test('a press outlasts an earlier one that is on its way', async () => {
  storeLocal({ ...ref, userId, at: 5 });
  const slowly = async (path: string, init: RequestInit) => {
    if (path === mergeFavorites.path) await new Promise((resolve) => setTimeout(resolve, 20));
    return server.fetch(path, init);
  };
  const api = makeApi(slowly);
  const merging = mergeLocal({ api, queries, userId });
  await toggleFavorite({ api, queries, userId, ref, favorite: false });
  await merging;
  expect(server.stored.size).toBe(0);
  expect(queries.getQueryData(key)).toBe(false);
});

test('a stored press that was delivered stays the heart’s state until the server’s is there', async () => {
  const merge = () => mergeLocal({ api: makeApi(server.fetch), queries, userId });
  for (const favorite of [true, false]) {
    server.fail = 'network';
    await toggle(favorite);
    server.fail = null;
    await merge();
    expect(readLocal()).toEqual([]);
    expect(queries.getQueryData(key)).toBe(favorite);
  }
  // A state from the server is newer than a waiting press.
  storeLocal({ ...ref, userId, at: 1 });
  await merge();
  expect(queries.getQueryData(key)).toBe(false);
});

test('a check from before a press that failed does not hide it', async () => {
  const { promise: checked, resolve: check } = Promise.withResolvers<boolean>();
  const checking = queries.fetchQuery({ queryKey: key, queryFn: () => checked }).catch(() => {});
  server.fail = 'network';
  await toggle(true);
  check(false);
  await checking;
  expect(queries.getQueryData(key)).toBeNull();
});

test('when storage is refused as well, the heart flips back and the exception is thrown', async () => {
  server.fail = 'network';
  storage.refuse = true;
  for (const before of [true, false]) {
    queries.setQueryData(key, before);
    await expect(toggle(!before)).rejects.toThrow('refused');
    expect(queries.getQueryData(key)).toBe(before);
  }
});

test('a success removes stored presses on the item', async () => {
  storeLocal({ ...ref, userId, removed: true, at: 1 });
  storeLocal({ ...ref, at: 1 });
  expect(await toggle(true)).toBe('server');
  expect(readLocal()).toEqual([]);
});

test('after the session has ended, the press is stored for its owner and the user is refetched', async () => {
  queries.setQueryData(['/api/user'], { id: userId });
  server.fail = 401;
  expect(await toggle(true)).toBe('signed-out');
  expect(localFavorite(ref, userId)).toBe(true);
  expect(localFavorite(ref, null)).toBeUndefined();
  expect(queries.getQueryState(['/api/user'])?.isInvalidated).toBe(true);
});

test('a toggle refetches the favorites page', async () => {
  const { queryKey } = favoriteItemsQuery(makeApi(server.fetch), userId);
  queries.setQueryData(queryKey, { oceans: [], waves: [], droplets: [] });
  await toggle(true);
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
