import { afterEach, expect, test, vi } from 'vitest';
import { dayAfterMonths, endOfDay } from './days.ts';

afterEach(() => vi.unstubAllEnvs());

test('a day ends at its last instant, where the reader is', () => {
  const end = endOfDay('2026-11-30') ?? '';
  expect(Date.parse(end)).toBe(new Date(2026, 11, 1, 0, 0, 0, -1).getTime());
  expect(end.slice(0, 10)).toBe('2026-11-30');
  for (const none of ['', 'soon', '2026-1-1', '20260-01-01']) expect(endOfDay(none)).toBeNull();
});

test.each([
  ['America/Los_Angeles', '2027-03-28T23:59:59.999-07:00'],
  ['Asia/Kathmandu', '2027-03-28T23:59:59.999+05:45'],
  ['UTC', '2027-03-28T23:59:59.999+00:00'],
])('in %s a day ends at %s', (zone, end) => {
  vi.stubEnv('TZ', zone);
  expect(endOfDay('2027-03-28')).toBe(end);
});

test('months are added to a day, within the month that is reached', () => {
  const from = new Date(2027, 0, 31);
  expect(dayAfterMonths(1, from)).toBe('2027-02-28');
  expect(dayAfterMonths(3, from)).toBe('2027-04-30');
  expect(dayAfterMonths(12, from)).toBe('2028-01-31');
  expect(dayAfterMonths(12, new Date(2028, 1, 29))).toBe('2029-02-28');
});
