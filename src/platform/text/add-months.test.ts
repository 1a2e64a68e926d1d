import { expect, test } from 'vitest';
import { addMonths } from './add-months.ts';

test.each([
  ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00.000Z'],
  ['2027-11-25T10:00:00Z', 12, '2028-11-25T10:00:00.000Z'],
  ['2028-02-29T23:59:59Z', 12, '2029-02-28T23:59:59.000Z'],
  ['2027-12-31T00:00:00Z', 2, '2028-02-29T00:00:00.000Z'],
])('from %s, %i months later it is %s', (from, months, to) => {
  expect(new Date(addMonths(Date.parse(from), months)).toISOString()).toBe(to);
});
