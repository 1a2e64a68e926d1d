import { expect, test } from 'vitest';
import { many } from './counts.ts';

test.each([
  [0, '0 waves'],
  [1, '1 wave'],
  [2, '2 waves'],
  [1200, '1,200 waves'],
])('%d is written as %s', (count, words) => {
  expect(many(count, 'wave')).toBe(words);
});
