import { expect, test } from 'vitest';
import { indexUnder, moved } from './move.ts';

test('an entry moves up, down, or stays', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c']);
});

test('a row is dropped before the first row whose middle is below it', () => {
  const rows = [0, 10, 20].map((top) => ({ top, bottom: top + 10 }));
  expect(indexUnder(rows, 0, 4)).toBe(0);
  expect(indexUnder(rows, 0, 16)).toBe(1);
  expect(indexUnder(rows, 0, 99)).toBe(2);
  expect(indexUnder(rows, 2, -5)).toBe(0);
  expect(indexUnder(rows, 1, 12)).toBe(1);
});
