import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { makeApi } from '#platform/web/api-client.ts';
import { fakeServer, fakeStorage } from './favorites.fixture.ts';
import { keepLocal, localWord, readLocal } from './local-favorites.ts';
import { favoriteItemsQuery, favoriteKey } from './queries.ts';
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
  expect(server.calls).toEqual([{ method: 'POST', path: '/api/favorites', body: ref }]);
  await toggle(false);
  expect(server.calls.at(-1)).toEqual({ method: 'DELETE', path: '/api/favorites', body: ref });
  expect(queries.getQueryData(key)).toBe(false);
  expect(readLocal()).toEqual([]);
});

test('when the server call fails, the favorite is toggled in the local store instead', async () => {
  for (const failure of [500, 503, 404, 403, 'network'] as const) {
    server.fail = failure;
    expect(await toggle(true)).toBe('local');
    // No server's word any more: the local one counts.
    expect(queries.getQueryData(key)).toBeNull();
    expect(localWord(ref, userId)).toBe(true);
    expect(await toggle(false)).toBe('local');
    expect(localWord(ref, userId)).toBe(false);
  }
  expect(readLocal()).toMatchObject([{ ...ref, userId, removed: true }]);
});

test('when the local store refuses as well, the heart turns back and the exception goes on', async () => {
  server.fail = 'network';
  storage.refuse = true;
  for (const before of [true, false]) {
    queries.setQueryData(key, before);
    await expect(toggle(!before)).rejects.toThrow('refused');
    expect(queries.getQueryData(key)).toBe(before);
  }
});

test('a success ends what was kept here about the item', async () => {
  keepLocal({ ...ref, userId, removed: true, at: 1 });
  keepLocal({ ...ref, at: 1 });
  expect(await toggle(true)).toBe('server');
  expect(readLocal()).toEqual([]);
});

test('a session that has ended keeps the press for its owner, and the tab learns that nobody is signed in', async () => {
  queries.setQueryData(['/api/user'], { id: userId });
  server.fail = 401;
  expect(await toggle(true)).toBe('signed-out');
  expect(localWord(ref, userId)).toBe(true);
  expect(localWord(ref, null)).toBeUndefined();
  expect(queries.getQueryState(['/api/user'])?.isInvalidated).toBe(true);
});

test('the favorites page asks anew after a toggle', async () => {
  const { queryKey } = favoriteItemsQuery(makeApi(server.fetch), userId);
  queries.setQueryData(queryKey, { oceans: [], waves: [], droplets: [] });
  await toggle(true);
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
