import { expect, test } from 'vitest';
import { wordDifference } from './word-difference.ts';

test.each([
  ['Wait for the Kettle, Again', 'Wait for the Kettle', 'Wait for the ', 'Kettle, Again', 'Kettle', ''],
  ['a b c', 'a x c', 'a ', 'b ', 'x ', 'c'],
  ['free', 'premium', '', 'free', 'premium', ''],
  ['', 'New words', '', '', 'New words', ''],
  ['same', 'same', 'same', '', '', ''],
  ['very very good', 'very good', 'very ', 'very ', '', 'good'],
])('from “%s” to “%s”', (from, to, start, before, after, end) => {
  expect(wordDifference(from, to)).toEqual({ start, before, after, end });
});

test('long texts show a few words around the change', () => {
  const difference = wordDifference('1 2 3 4 5 6 old 7 8 9 10 11', '1 2 3 4 5 6 new 7 8 9 10 11');
  expect(difference).toEqual({ start: '… 3 4 5 6 ', before: 'old ', after: 'new ', end: '7 8 9 10 …' });
});

test('a changed data URL is cut', () => {
  const { before, after } = wordDifference('x'.repeat(5_000), 'y'.repeat(5_000));
  expect(before).toBe(`${'x'.repeat(160)}…`);
  expect(after).toHaveLength(161);
});
