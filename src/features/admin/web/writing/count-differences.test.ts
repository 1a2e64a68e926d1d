import { expect, test } from 'vitest';
import { countDifferences } from './count-differences.ts';

test.each([
  ['a\nb\nc', 'a\nb\nc', 0],
  ['', 'a', 1],
  ['a\nb\nc', 'a\nB\nc', 1],
  ['a\nb\nc', 'A\nb\nC', 2],
  ['a\nb\nc', 'a\nnew\nb\nc\nend', 2],
  ['a\nb\nc', 'a\nc', 1],
  ['a\nb', 'b\na', 2],
])('%j and %j differ in places: %d', (before, after, places) => {
  expect(countDifferences(before, after)).toBe(places);
});

test('texts of many equal lines are compared in no time', () => {
  const before = performance.now();
  countDifferences('a\n'.repeat(50_000), 'b\na\n'.repeat(25_000));
  expect(performance.now() - before).toBeLessThan(1000);
});
