import { expect, test } from 'vitest';
import { readCitations, sideOf, step } from './citations.ts';

test('the carousel wraps in both directions', () => {
  expect([step(0, -1, 3), step(2, 1, 3), step(1, 1, 3), step(1, -1, 3)]).toEqual([2, 0, 2, 0]);
});

test('the next citation is on the right and the previous one on the left, at both ends too', () => {
  const sides = (shown: number) => [0, 1, 2].map((index) => sideOf(index, shown, 3));
  expect(sides(0)).toEqual(['current', 'after', 'before']);
  expect(sides(2)).toEqual(['after', 'before', 'current']);
});

test('the three figures are the specification’s, and no source is invented', () => {
  const citations = readCitations('');
  expect(citations.map(({ value, label }) => `${label} ${value}%`)).toEqual([
    'improved focus 63%',
    'less mind-wandering 48%',
    'lower stress 32%',
  ]);
  expect(citations.every(({ source }) => source === undefined)).toBe(true);
});

test('the setting adds references; a broken setting changes nothing', () => {
  const [first] = readCitations(
    '[{"source":"A study, 2020","url":"https://doi.example/1"},{"url":"javascript:1"}]',
  );
  expect(first).toMatchObject({ value: 63, source: 'A study, 2020', url: 'https://doi.example/1' });
  expect(readCitations('[{},{"url":"javascript:1"}]')[1]?.url).toBeUndefined();
  for (const broken of ['{', '7', 'null', '{"a":1}'])
    expect(readCitations(broken)).toEqual(readCitations(''));
});
