import { expect, test } from 'vitest';
import { alsoDeleted } from './also-deleted.ts';

test.each([
  [3, 24, 'This also deletes 3 waves and 24 droplets.'],
  [1, 1, 'This also deletes 1 wave and 1 droplet.'],
  [2, 0, 'This also deletes 2 waves.'],
  [0, 1200, 'This also deletes 1,200 droplets.'],
  [0, 0, ''],
])('%i waves and %i droplets: “%s”', (waves, droplets, said) => {
  expect(alsoDeleted({ waves, droplets })).toBe(said);
});
