import { expect, test } from 'vitest';
import { median, percentile, ratios } from './statistics.ts';

test('the median is the middle value, in any order of the values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
  expect(median([])).toBeNaN();
});

test('one slow round does not move the median', () => {
  expect(median([10, 11, 9, 10, 4_000])).toBe(10);
});

test('the median does not reorder its input', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test('99 of 100 values do not exceed the 99th percentile, and one does', () => {
  const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(percentile(sorted, 0.99)).toBe(99);
  expect(percentile(sorted, 0.5)).toBe(50);
  expect(percentile(sorted, 1)).toBe(100);
  expect(percentile([5], 0.99)).toBe(5);
  expect(percentile([], 0.5)).toBeNaN();
});

test('ratios are computed per round', () => {
  // Both halve in the second round, as on a busy machine. The ratio stays the same.
  expect(ratios([80, 40], [100, 50])).toEqual([0.8, 0.8]);
});
