import { expect, test } from 'vitest';
import { instantAt } from '#platform/text/zoned-time.ts';
import { describeGap, describeInstant, describeTwice } from './plan-words.ts';

const gapAt = (local: string, zone: string) => {
  const { gap } = instantAt(Date.parse(`${local}:00Z`), zone);
  return gap ? describeGap(gap) : undefined;
};

test('a missing hour is named with both of its neighbors', () => {
  expect(gapAt('2027-03-14T02:30', 'America/New_York')).toBe(
    'On March 14 the clocks go from 2:00 to 3:00 AM. Choose 1:59 AM or 3:00 AM.',
  );
  expect(gapAt('2026-03-29T02:00', 'Europe/Berlin')).toBe(
    'On March 29 the clocks go from 2:00 to 3:00 AM. Choose 1:59 AM or 3:00 AM.',
  );
  expect(gapAt('2026-10-04T02:10', 'Australia/Lord_Howe')).toBe(
    'On October 4 the clocks go from 2:00 to 2:30 AM. Choose 1:59 AM or 2:30 AM.',
  );
  expect(gapAt('2026-03-29T00:30', 'Asia/Beirut')).toBe(
    'On March 29 the clocks go from 12:00 to 1:00 AM. Choose 11:59 PM on March 28 or 1:00 AM on March 29.',
  );
});

test('a doubled time is explained with the one that is used', () => {
  expect(describeTwice(Date.UTC(2026, 10, 1, 1, 30))).toBe('1:30 happens twice. The first one is used.');
});

test('a time is described by the clocks of its zone, with the year if it is not the present one', () => {
  const now = Date.UTC(2026, 10, 22);
  const inWords = (at: string, zone: string) => describeInstant(Date.parse(at), zone, now);
  expect(inWords('2026-11-30T12:00:00Z', 'America/New_York')).toBe(
    'Monday, November 30, at 7:00 AM in New York',
  );
  expect(inWords('2027-01-01T00:30:00Z', 'America/New_York')).toBe(
    'Thursday, December 31, at 7:30 PM in New York',
  );
  expect(inWords('2027-01-01T00:30:00Z', 'UTC')).toBe('Friday, January 1, 2027, at 12:30 AM in UTC');
});
