import { expect, test } from 'vitest';
import type { TrashParent } from '#features/trash/contract/schemas.ts';
import { daysLeft, entryText } from './entry-text.ts';

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

test('only the last three days are named', () => {
  const left = (time: string) => daysLeft(ENTRY.expiresAt, Date.parse(time));
  expect(left('2026-11-29T09:59:59Z')).toBe('');
  expect(left('2026-11-29T10:00:00Z')).toBe(', in 3 days');
  expect(left('2026-12-01T12:00:00Z')).toBe(', in 1 day');
  expect(left('2026-12-02T10:00:01Z')).toBe(', in 1 day');
});
