import { expect, test } from 'vitest';
import { instantAt, instantAtOrAfter, localTime, readLocalTime, writeLocalTime } from './zoned-time.ts';

const at = (local: string, zone: string) => {
  const { instant, gap, ...rest } = instantAt(readLocalTime(local) ?? Number.NaN, zone);
  return gap
    ? { gap: [writeLocalTime(gap.from), writeLocalTime(gap.to)] }
    : { at: new Date(instant).toISOString().slice(0, 16), ...rest };
};

test.each([
  // The day before, the day of and the day after the start of summer time.
  ['2026-03-28T02:30', 'Europe/Berlin', { at: '2026-03-28T01:30', isTwice: false }],
  ['2026-03-29T01:59', 'Europe/Berlin', { at: '2026-03-29T00:59', isTwice: false }],
  ['2026-03-29T02:00', 'Europe/Berlin', { gap: ['2026-03-29T02:00', '2026-03-29T03:00'] }],
  ['2026-03-29T02:59', 'Europe/Berlin', { gap: ['2026-03-29T02:00', '2026-03-29T03:00'] }],
  ['2026-03-29T03:00', 'Europe/Berlin', { at: '2026-03-29T01:00', isTwice: false }],
  ['2026-03-30T02:30', 'Europe/Berlin', { at: '2026-03-30T00:30', isTwice: false }],
  // The end of summer time: the hour from 2:00 is repeated, and the first one counts.
  ['2026-10-25T01:59', 'Europe/Berlin', { at: '2026-10-24T23:59', isTwice: false }],
  ['2026-10-25T02:00', 'Europe/Berlin', { at: '2026-10-25T00:00', isTwice: true }],
  ['2026-10-25T02:59', 'Europe/Berlin', { at: '2026-10-25T00:59', isTwice: true }],
  ['2026-10-25T03:00', 'Europe/Berlin', { at: '2026-10-25T02:00', isTwice: false }],
  ['2027-03-14T02:30', 'America/New_York', { gap: ['2027-03-14T02:00', '2027-03-14T03:00'] }],
  ['2026-11-01T01:30', 'America/New_York', { at: '2026-11-01T05:30', isTwice: true }],
  ['2026-11-30T07:00', 'America/New_York', { at: '2026-11-30T12:00', isTwice: false }],
  // A change by half an hour.
  ['2026-10-04T02:15', 'Australia/Lord_Howe', { gap: ['2026-10-04T02:00', '2026-10-04T02:30'] }],
  ['2026-10-04T02:30', 'Australia/Lord_Howe', { at: '2026-10-03T15:30', isTwice: false }],
  ['2026-04-05T01:29', 'Australia/Lord_Howe', { at: '2026-04-04T14:29', isTwice: false }],
  ['2026-04-05T01:45', 'Australia/Lord_Howe', { at: '2026-04-04T14:45', isTwice: true }],
  ['2026-04-05T02:00', 'Australia/Lord_Howe', { at: '2026-04-04T15:30', isTwice: false }],
  // Gaps at midnight, and of a whole day.
  ['2026-03-29T00:30', 'Asia/Beirut', { gap: ['2026-03-29T00:00', '2026-03-29T01:00'] }],
  ['2011-12-30T12:00', 'Pacific/Apia', { gap: ['2011-12-30T00:00', '2011-12-31T00:00'] }],
  ['2026-11-30T07:00', 'UTC', { at: '2026-11-30T07:00', isTwice: false }],
])('%s in %s', (local, zone, expected) => {
  expect(at(local, zone)).toEqual(expected);
});

test.each([
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:30'],
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00'],
])('%s in %s is at %s, or at the clock change', (local, zone, expected) => {
  const instant = instantAtOrAfter(readLocalTime(local) ?? Number.NaN, zone);
  expect(new Date(instant).toISOString().slice(0, 16)).toBe(expected);
});

test('every quarter of an hour around clock changes has its instant, or none', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    let [left, twice] = [0, 0];
    for (let local = Date.UTC(2026, 2, 1); local < Date.UTC(2026, 10, 10); local += 15 * 60_000) {
      if ([4, 5, 6, 7, 8].includes(new Date(local).getUTCMonth())) continue;
      const { instant, gap, ...rest } = instantAt(local, zone);
      if (gap) left += 1;
      else expect(localTime(instant, zone)).toBe(local);
      if ('isTwice' in rest && rest.isTwice) twice += 1;
    }
    const hour = zone === 'Australia/Lord_Howe' ? 2 : 4;
    expect([zone, left, twice]).toEqual([zone, hour, hour]);
  }
});

test.each(['2026-02-30T07:00', '2026-11-30T24:00', '2026-11-30T07:60', '2026-11-30', ''])(
  '%s is not a time',
  (text) => {
    expect(readLocalTime(text)).toBeUndefined();
  },
);
