import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { knownItem } from './known-items.ts';

const item = (id: number, title: string) => ({ id, title });

function filled(): QueryClient {
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

test('an item is known from the list that showed it, and never mistaken for one of another kind', () => {
  const queries = filled();
  const title = (kind: 'ocean' | 'wave' | 'droplet', id: number) => knownItem(queries, kind, id)?.title;
  expect([title('ocean', 1), title('wave', 1), title('droplet', 1)]).toEqual([
    'Focus',
    'One thing',
    'Name it',
  ]);
  expect([title('ocean', 2), title('wave', 4), title('droplet', 9)]).toEqual(['Rest', 'Looking', 'Doorway']);
});

test('every part of what was explored counts, and so do the favorites', () => {
  const queries = filled();
  expect(knownItem(queries, 'droplet', 20)?.title).toBe('Hum');
  expect(knownItem(queries, 'droplet', 21)?.title).toBe('Queue');
  expect(knownItem(queries, 'ocean', 7)?.title).toBe('Seas');
  expect(knownItem(queries, 'wave', 8)?.title).toBe('Tides');
  expect(knownItem(queries, 'droplet', 30)?.title).toBe('Ebb');
});

test('what no list has shown is not known, and a list that has not come or has failed says nothing', () => {
  const queries = filled();
  expect(knownItem(queries, 'ocean', 9)).toBeUndefined();
  expect(knownItem(queries, 'wave', 2)).toBeUndefined();
  const empty = new QueryClient();
  empty.getQueryCache().build(empty, { queryKey: ['/api/oceans'] });
  empty.getQueryCache().build(empty, { queryKey: ['/api/explore/droplets', '', ''] });
  expect(knownItem(empty, 'ocean', 1)).toBeUndefined();
  expect(knownItem(empty, 'droplet', 1)).toBeUndefined();
});

test('a single answer, the tree or the search is no list of whole items', () => {
  const queries = new QueryClient();
  queries.setQueryData(['/api/oceans/1'], item(1, 'Focus'));
  queries.setQueryData(['/api/tree'], [item(1, 'Focus')]);
  queries.setQueryData(['/api/explore/keywords'], ['breath']);
  expect(knownItem(queries, 'ocean', 1)).toBeUndefined();
});
