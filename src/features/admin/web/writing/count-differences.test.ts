import { expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { countDifferences } from './count-differences.ts';

test.each([
  ['a\nb\nc', 'a\nb\nc', 0],
  ['', 'a', 1],
  ['a\nb\nc', 'a\nB\nc', 1],
  ['a\nb\nc', 'A\nb\nC', 2],
  ['a\nb\nc', 'a\nnew\nb\nc\nend', 2],
  ['a\nb\nc', 'a\nc', 1],
  ['a\nb', 'b\na', 2],
])('%j and %j have %d differences', (before, after, differences) => {
  expect(countDifferences(before, after)).toBe(differences);
});

test('texts of many equal lines are compared in linear time', () => {
  expectLinearTime((lines) => countDifferences('a\n'.repeat(lines), 'b\na\n'.repeat(lines / 2)), 50_000);
});
