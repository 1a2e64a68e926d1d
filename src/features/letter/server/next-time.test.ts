import { expect, test } from 'vitest';
import { nextHour, nextTime } from './next-time.ts';

const next = (
  after: string,
  zone: string,
  schedule: { day: number; hour: number; frequency?: 'weekly' | 'monthly' },
) =>
  new Date(nextTime({ frequency: 'weekly', ...schedule, time_zone: zone }, Date.parse(after))).toISOString();

const MONDAY_7 = { day: 1, hour: 7 };

test('a weekly letter comes at its hour of its day, by the clocks of its zone', () => {
  expect(next('2026-11-22T12:00:00Z', 'Europe/Berlin', MONDAY_7)).toBe('2026-11-23T06:00:00.000Z');
  expect(next('2026-11-23T05:59:59Z', 'Europe/Berlin', MONDAY_7)).toBe('2026-11-23T06:00:00.000Z');
  expect(next('2026-11-23T06:00:00Z', 'Europe/Berlin', MONDAY_7)).toBe('2026-11-30T06:00:00.000Z');
  // The day there differs from the day in UTC.
  expect(next('2026-11-22T12:00:00Z', 'Pacific/Kiritimati', MONDAY_7)).toBe('2026-11-22T17:00:00.000Z');
  expect(next('2026-11-23T06:30:00Z', 'Pacific/Pago_Pago', { day: 7, hour: 23 })).toBe(
    '2026-11-23T10:00:00.000Z',
  );
});

test('the hour stays the same when the clocks change', () => {
  expect(next('2026-03-23T12:00:00Z', 'Europe/Berlin', MONDAY_7)).toBe('2026-03-30T05:00:00.000Z');
  expect(next('2026-10-19T12:00:00Z', 'Europe/Berlin', MONDAY_7)).toBe('2026-10-26T06:00:00.000Z');
  expect(next('2026-03-02T14:00:00Z', 'America/New_York', MONDAY_7)).toBe('2026-03-09T11:00:00.000Z');
});

test('an hour that the clocks leave out comes after the gap, of a doubled one the first', () => {
  expect(next('2026-03-28T12:00:00Z', 'Europe/Berlin', { day: 7, hour: 2 })).toBe('2026-03-29T01:00:00.000Z');
  expect(next('2026-03-07T12:00:00Z', 'America/New_York', { day: 7, hour: 2 })).toBe(
    '2026-03-08T07:00:00.000Z',
  );
  expect(next('2026-10-24T12:00:00Z', 'Europe/Berlin', { day: 7, hour: 2 })).toBe('2026-10-25T00:00:00.000Z');
  expect(next('2026-10-31T12:00:00Z', 'America/New_York', { day: 7, hour: 1 })).toBe(
    '2026-11-01T05:00:00.000Z',
  );
  // Lord Howe changes its clocks by half an hour, Beirut at midnight.
  expect(next('2026-10-03T00:00:00Z', 'Australia/Lord_Howe', { day: 7, hour: 2 })).toBe(
    '2026-10-03T15:30:00.000Z',
  );
  expect(next('2026-03-28T12:00:00Z', 'Asia/Beirut', { day: 7, hour: 0 })).toBe('2026-03-28T22:00:00.000Z');
});

test('a monthly letter comes on the first such day of a month', () => {
  const monthly = { ...MONDAY_7, frequency: 'monthly' as const };
  expect(next('2026-11-22T12:00:00Z', 'UTC', monthly)).toBe('2026-12-07T07:00:00.000Z');
  expect(next('2026-12-07T07:00:00Z', 'UTC', monthly)).toBe('2027-01-04T07:00:00.000Z');
});

test('a whole year of any zone and schedule has a time each week, at its hour', () => {
  for (const zone of ['Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca'])
    for (const day of [1, 4, 7])
      for (const hour of [0, 2, 23]) {
        let at = Date.UTC(2026, 0, 1);
        for (let week = 0; week < 52; week += 1) {
          const later = nextTime({ day, hour, time_zone: zone, frequency: 'weekly' }, at);
          if (week > 0) expect(Math.abs(later - at - 7 * 86_400_000)).toBeLessThanOrEqual(3_600_000);
          at = later;
        }
      }
});

test('a zone that this machine does not know counts as UTC', () => {
  expect(next('2026-11-22T12:00:00Z', 'Mars/Olympus', MONDAY_7)).toBe('2026-11-23T07:00:00.000Z');
});

test('the next hour of a schedule is today or tomorrow, by its clocks', () => {
  const hour = (after: string) =>
    new Date(nextHour({ hour: 7, time_zone: 'Europe/Berlin' }, Date.parse(after))).toISOString();
  expect(hour('2026-11-25T02:00:00Z')).toBe('2026-11-25T06:00:00.000Z');
  expect(hour('2026-11-25T06:00:00Z')).toBe('2026-11-26T06:00:00.000Z');
  expect(hour('2026-03-28T22:30:00Z')).toBe('2026-03-29T05:00:00.000Z');
});
