import { expect, test } from 'vitest';
import type { TrashParent } from '#features/trash/contract/schemas.ts';
import { daysLeft, entryText, totalText } from './entry-text.ts';

const ENTRY = {
  type: 'droplet' as const,
  slug: 'lamp',
  title: 'Lamp',
  imageUrl: null,
  parent: null,
  waves: 0,
  droplets: 0,
  favorites: 0,
  deletedAt: '2026-11-02T10:00:00.000Z',
  expiresAt: '2026-12-02T10:00:00.000Z',
};
const parent = (given: Partial<TrashParent>): TrashParent => ({
  type: 'wave',
  title: 'Evening',
  state: 'exists',
  within: null,
  ...given,
});

test('an entry says what it holds and what comes back with it', () => {
  expect(entryText({ ...ENTRY, type: 'ocean', waves: 3, droplets: 16, favorites: 46 })).toBe(
    'Ocean with 3 waves and 16 droplets. 46 favorites come back with it.',
  );
  expect(entryText({ ...ENTRY, parent: parent({}), favorites: 2 })).toBe(
    'Droplet, in Evening. Its wave still exists. Few favorites come back with it.',
  );
});

test('an entry whose parent is missing says what to do', () => {
  const text = (given: Partial<TrashParent>) => entryText({ ...ENTRY, parent: parent(given) });
  expect(text({ state: 'in-trash', within: { type: 'wave', title: 'Evening' } })).toBe(
    'Droplet, in Evening. The wave is in the trash too: restore it first.',
  );
  expect(text({ state: 'in-trash', within: { type: 'ocean', title: 'Rest' } })).toBe(
    'Droplet, in Evening. The wave is in the trash too, with the ocean “Rest”: restore that first.',
  );
  expect(text({ state: 'gone' })).toBe(
    'Droplet, in Evening. The wave was deleted for good, so this cannot be restored.',
  );
});

test('emptying the trash names all that goes', () => {
  const total = { oceans: 0, waves: 0, droplets: 0, favorites: 0 };
  expect(totalText({ oceans: 1, waves: 3, droplets: 1_200, favorites: 46 })).toBe(
    '1 ocean, 3 waves and 1,200 droplets are deleted for good, with 46 favorites.',
  );
  expect(totalText({ ...total, waves: 2, droplets: 5, favorites: 1 })).toBe(
    '2 waves and 5 droplets are deleted for good, with few favorites.',
  );
  expect(totalText({ ...total, droplets: 1 })).toBe('1 droplet is deleted for good.');
  expect(totalText({ ...total, waves: 1 })).toBe('1 wave is deleted for good.');
  expect(totalText(total)).toBe('Everything in it is deleted for good, with its favorites.');
  expect(totalText(undefined)).toBe('Everything in it is deleted for good, with its favorites.');
});

test('only the last three days are named', () => {
  const left = (time: string) => daysLeft(ENTRY.expiresAt, Date.parse(time));
  expect(left('2026-11-29T09:59:59Z')).toBe('');
  expect(left('2026-11-29T10:00:00Z')).toBe(', in 3 days');
  expect(left('2026-12-01T12:00:00Z')).toBe(', in 1 day');
  expect(left('2026-12-02T10:00:01Z')).toBe(', in 1 day');
});
