import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0 min'],
  [0.75, '45 sec'],
  [1 / 60, '1 sec'],
  [0.999, '1 min'],
  [1, '1 min'],
  [45, '45 min'],
  [59, '59 min'],
  [59.6, '1 hour'],
  [60, '1 hour'],
  [61, '1 hour 1 min'],
  [119, '1 hour 59 min'],
  [120, '2 hours'],
  [125, '2 hours 5 min'],
  [600, '10 hours'],
  [-3, '0 min'],
])('%d minutes read as %s', (minutes, words) => {
  expect(formatDuration(minutes)).toBe(words);
});
