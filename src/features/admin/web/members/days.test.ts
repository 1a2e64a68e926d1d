import { expect, test } from 'vitest';
import { dayAfterMonths, endOfDay } from './days.ts';

test('a day ends at its last instant, where the reader is', () => {
  expect(endOfDay('2026-11-30')).toBe(new Date(2026, 11, 1, 0, 0, 0, -1).toISOString());
  for (const none of ['', 'soon', '2026-1-1', '20260-01-01']) expect(endOfDay(none)).toBeNull();
});

test('months are added to a day, within the month that is reached', () => {
  const from = new Date(2027, 0, 31);
  expect(dayAfterMonths(1, from)).toBe('2027-02-28');
  expect(dayAfterMonths(3, from)).toBe('2027-04-30');
  expect(dayAfterMonths(12, from)).toBe('2028-01-31');
  expect(dayAfterMonths(12, new Date(2028, 1, 29))).toBe('2029-02-28');
});
