import { expect, test } from 'vitest';
import type { ScheduleEntry } from '#features/catalogue/contract/schedule-endpoints.ts';
import { describeEntry, describeEntryWithDay, spanOf, weeksOf } from './calendar-weeks.ts';

const NOW = Date.parse('2026-11-22T15:00:00Z');
const ZONE = 'America/New_York';
const entry = (at: string, action: ScheduleEntry['action'] = 'publish'): ScheduleEntry => ({
  type: 'ocean',
  id: 1,
  title: 'Focus',
  action,
  at,
});

test('four weeks begin with the Sunday of this one, at midnight of the zone', () => {
  const span = spanOf(NOW, ZONE, 0);
  expect(span.title).toBe('Nov 22 to Dec 19, 2026');
  expect(new Date(span.from).toISOString()).toBe('2026-11-22T05:00:00.000Z');
  expect(new Date(span.to).toISOString()).toBe('2026-12-20T05:00:00.000Z');
  expect(spanOf(NOW, ZONE, 1).title).toBe('Dec 20 to Jan 16, 2027');
  expect(spanOf(NOW, ZONE, -1).title).toBe('Oct 25 to Nov 21, 2026');
});

test('weeks over a change of the clocks have seven days each', () => {
  const span = spanOf(Date.parse('2026-10-28T12:00:00Z'), ZONE, 0);
  // The repeated hour of November 1 makes the span longer.
  expect(span.to - span.from).toBe(28 * 86_400_000 + 3_600_000);
  const days = weeksOf(span, [], ZONE, NOW).flat();
  expect(days.map(({ label }) => label).slice(0, 9)).toEqual([
    '25',
    '26',
    '27',
    '28',
    '29',
    '30',
    '31',
    'Nov 1',
    '2',
  ]);
});

test('entries stand on the day that the zone has then', () => {
  const late = entry('2026-12-01T04:30:00.000Z');
  const weeks = weeksOf(spanOf(NOW, ZONE, 0), [late], ZONE, NOW);
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7]);
  expect(weeks[0]?.[0]).toMatchObject({ label: 'Today', isToday: true, entries: [] });
  expect(weeks[1]?.[1]).toMatchObject({ label: '30', entries: [late] });
  expect(weeks[1]?.[2]?.label).toBe('Dec 1');
});

test('an entry says what happens and when', () => {
  expect(describeEntry(entry('2026-11-30T12:00:00.000Z'), ZONE)).toBe('Goes live 7:00\u00a0AM');
  expect(describeEntryWithDay(entry('2026-11-23T12:00:00.000Z'), ZONE, NOW)).toBe(
    'Goes live tomorrow, Mon, Nov 23, 7:00 AM',
  );
  expect(describeEntryWithDay(entry('2026-12-10T23:00:00.000Z', 'unpublish'), ZONE, NOW)).toBe(
    'Taken down Thu, Dec 10, 6:00 PM',
  );
});
