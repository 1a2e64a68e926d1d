import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cachedItem } from './cached-item.ts';

const item = (id: number, title: string) => ({ id, title });

function filledCache(): QueryClient {
  const queries = new QueryClient();
  queries.setQueryData(['/api/oceans'], [item(1, 'Focus'), item(2, 'Rest')]);
  queries.setQueryData(['/api/oceans/1/waves'], [item(1, 'One thing'), item(4, 'Looking')]);
  queries.setQueryData(['/api/waves/4/droplets'], [item(1, 'Name it'), item(9, 'Doorway')]);
  queries.setQueryData(['/api/explore/droplets', '', 'breath'], {
    pages: [
      { droplets: [item(20, 'Hum')], next: 'a' },
      { droplets: [item(21, 'Queue')], next: null },
    ],
    pageParams: ['', 'a'],
  });
  queries.setQueryData(['/api/favorites/items', 3], {
    oceans: [item(7, 'Seas')],
    waves: [item(8, 'Tides')],
    droplets: [item(30, 'Ebb')],
  });
  return queries;
}

test('an item comes from a cached list of its own kind', () => {
  const queries = filledCache();
  const title = (kind: 'ocean' | 'wave' | 'droplet', id: number) => cachedItem(queries, kind, id)?.title;
  expect([title('ocean', 1), title('wave', 1), title('droplet', 1)]).toEqual([
    'Focus',
    'One thing',
    'Name it',
  ]);
  expect([title('ocean', 2), title('wave', 4), title('droplet', 9)]).toEqual(['Rest', 'Looking', 'Doorway']);
});

test('all loaded pages of Explore and the favorites are searched', () => {
  const queries = filledCache();
  expect(cachedItem(queries, 'droplet', 20)?.title).toBe('Hum');
  expect(cachedItem(queries, 'droplet', 21)?.title).toBe('Queue');
  expect(cachedItem(queries, 'ocean', 7)?.title).toBe('Seas');
  expect(cachedItem(queries, 'wave', 8)?.title).toBe('Tides');
  expect(cachedItem(queries, 'droplet', 30)?.title).toBe('Ebb');
});

test('an item that no list holds is not found, and a list without data is skipped', () => {
  const queries = filledCache();
  expect(cachedItem(queries, 'ocean', 9)).toBeUndefined();
  expect(cachedItem(queries, 'wave', 2)).toBeUndefined();
  const empty = new QueryClient();
  empty.getQueryCache().build(empty, { queryKey: ['/api/oceans'] });
  empty.getQueryCache().build(empty, { queryKey: ['/api/explore/droplets', '', ''] });
  expect(cachedItem(empty, 'ocean', 1)).toBeUndefined();
  expect(cachedItem(empty, 'droplet', 1)).toBeUndefined();
});

test('single items, the tree and the keywords are not searched', () => {
  const queries = new QueryClient();
  queries.setQueryData(['/api/oceans/1'], item(1, 'Focus'));
  queries.setQueryData(['/api/tree'], [item(1, 'Focus')]);
  queries.setQueryData(['/api/explore/keywords'], ['breath']);
  expect(cachedItem(queries, 'ocean', 1)).toBeUndefined();
});
