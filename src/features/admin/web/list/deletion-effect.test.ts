import { expect, test } from 'vitest';
import { deletionEffect } from './deletion-effect.ts';

const LATER = 'You can undo this for ten seconds, or restore it there.';

test.each([
  [3, 16, 46, '“Rest”, its 3 waves and 16 droplets wait in the Trash for 30 days, with 46 favorites.'],
  [1, 1, 0, '“Rest”, its 1 wave and 1 droplet wait in the Trash for 30 days.'],
  [2, 0, 4, '“Rest” and its 2 waves wait in the Trash for 30 days, with few favorites.'],
  [0, 1200, 5, '“Rest” and its 1,200 droplets wait in the Trash for 30 days, with 5 favorites.'],
  [0, 0, 0, '“Rest” waits in the Trash for 30 days.'],
])('%i waves, %i droplets and %i favorites: “%s”', (waves, droplets, favorites, text) => {
  const counts = { waves, droplets, favorites };
  expect(deletionEffect({ kind: 'ocean', of: 'Rest', counts })).toBe(`${text} ${LATER}`);
});

test('several items wait together', () => {
  const counts = { waves: 0, droplets: 7, favorites: 1 };
  expect(deletionEffect({ kind: 'wave', of: 2, counts })).toBe(
    'These 2 waves and their 7 droplets wait in the Trash for 30 days, with few favorites. ' +
      'You can undo this for ten seconds, or restore them there.',
  );
});

test('a deletion whose items could not be counted is described too', () => {
  expect(deletionEffect({ kind: 'ocean', of: 'Rest', counts: null })).toBe(
    `“Rest” and everything inside wait in the Trash for 30 days. ${LATER}`,
  );
});
