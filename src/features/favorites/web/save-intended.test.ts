import { expect, test } from 'vitest';
import { intendedFavorite } from './intended-favorite.ts';
import { readIntended } from './save-intended.ts';

const read = (search: string) => readIntended(new URLSearchParams(search));

test.each(['ocean', 'wave', 'droplet'] as const)(
  'the intended %s is read back from the address',
  (itemType) => {
    const ref = { itemType, itemId: 37 };
    expect(read(`tab=register&${intendedFavorite(ref)}&returnTo=/app`)).toEqual(ref);
  },
);

test.each([
  '',
  'favorite=',
  'favorite=droplet',
  'favorite=droplet-0',
  'favorite=droplet-x',
  'favorite=user-1',
])('no favorite is read from "%s"', (search) => {
  expect(read(search)).toBeNull();
});
