import { expect, test } from 'vitest';
import { pitches, rowsBetween, segmentsOf } from './window-rows.ts';

const hundred = () => 100;

test.each([
  [0, 250, { first: 0, end: 3 }],
  [-500, 10, { first: 0, end: 1 }],
  [150, 450, { first: 1, end: 5 }],
  [900, 2000, { first: 9, end: 10 }],
  [5000, 6000, { first: 9, end: 10 }],
])('the rows between %d and %d are those that overlap the range', (from, to, range) => {
  expect(rowsBetween(10, hundred, from, to)).toEqual(range);
});

test('an empty list has no rows', () => {
  expect(rowsBetween(0, hundred, 0, 1000)).toEqual({ first: 0, end: 0 });
});

test('rows of different heights are found by their heights', () => {
  const pitchOf = pitches(new Map([[0, 500]]), 100);
  expect(pitchOf(3)).toBe(500);
  expect(
    rowsBetween(
      5,
      pitches(
        new Map([
          [0, 500],
          [1, 100],
        ]),
        1,
      ),
      450,
      650,
    ),
  ).toEqual({ first: 0, end: 3 });
});

test('rows that are not rendered keep their height, before, between and after the rendered ones', () => {
  expect(segmentsOf(10, { first: 4, end: 6 }, [1, 9], hundred)).toEqual([
    { gap: 100, before: 1 },
    { row: 1 },
    { gap: 200, before: 4 },
    { row: 4 },
    { row: 5 },
    { gap: 300, before: 9 },
    { row: 9 },
  ]);
});

test('a pinned row that does not exist is ignored', () => {
  expect(segmentsOf(2, { first: 0, end: 2 }, [-1, 7], hundred)).toEqual([{ row: 0 }, { row: 1 }]);
});

test('without measured heights the estimate is used for every row', () => {
  expect(pitches(new Map(), 80)(12)).toBe(80);
});
