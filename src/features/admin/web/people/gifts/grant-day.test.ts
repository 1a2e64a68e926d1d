import { expect, test } from 'vitest';
import { dayIn, endOfDay } from './grant-day.ts';

test('the suggested day is today in a year, and in leap years the day after February', () => {
  expect(dayIn(1, new Date(2026, 10, 25, 23, 59))).toBe('2027-11-25');
  expect(dayIn(1, new Date(2028, 1, 29))).toBe('2029-03-01');
  expect(dayIn(0, new Date(2026, 0, 5))).toBe('2026-01-05');
});

test('a day is over where the next one begins, in the time zone of the browser', () => {
  expect(endOfDay('2027-11-25')).toBe(new Date(2027, 10, 26).toISOString());
  expect(endOfDay('2027-12-31')).toBe(new Date(2028, 0, 1).toISOString());
  expect([endOfDay(''), endOfDay('tomorrow')]).toEqual(['', '']);
});
