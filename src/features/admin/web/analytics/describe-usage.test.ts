import { describe, expect, test } from 'vitest';
import type { Usage } from '#features/analytics/contract/schemas.ts';
import {
  countText,
  describeLeaving,
  describeReach,
  describeSignups,
  fullestWeekday,
  ofHundred,
  periodNames,
  shortTitle,
  spanText,
} from './describe-usage.ts';

const none = { opened: 0, half: 0, finished: 0, saved: 0, shared: 0 };
const NOVEMBER = { from: '2026-10-26', to: '2026-11-22' };

test('one to four is said as few, and thousands have a comma', () => {
  expect([countText('few'), countText(0), countText(5), countText(4022)]).toEqual(['few', '0', '5', '4,022']);
});

test('periods have names and dates', () => {
  const before = { from: '2026-09-28', to: '2026-10-25' };
  expect(periodNames({ period: NOVEMBER, before })).toEqual({
    now: 'These 28 days',
    before: '28 days before',
  });
  const year = { from: '2025-10-26', to: '2025-11-22' };
  expect(periodNames({ period: NOVEMBER, before: year }).before).toBe('The year before');
  expect(spanText(NOVEMBER)).toBe('Oct 26 to Nov 22');
  expect(spanText({ from: '2025-12-30', to: '2026-01-02' })).toBe('Dec 30, 2025 to Jan 2, 2026');
  expect(spanText({ from: '2026-01-02', to: '2026-01-02' })).toBe('Jan 2');
});

describe('the fullest day of the week', () => {
  const times = (count: number, opened: (weekday: number) => number): Usage['times'] =>
    Array.from({ length: count }, (_, index) => {
      const date = new Date(Date.UTC(2026, 9, 26 + index));
      const from = date.toISOString().slice(0, 10);
      return { ...none, from, opened: opened(date.getUTCDay()), openedBefore: null };
    });

  test('is named if two weeks have one', () => {
    expect(fullestWeekday({ unit: 'day', times: times(28, (day) => (day === 4 ? 9 : 5)) })).toBe('Thursdays');
  });
  test('is not named for a week, for months, or where all are alike', () => {
    expect(fullestWeekday({ unit: 'day', times: times(7, (day) => day) })).toBe(null);
    expect(fullestWeekday({ unit: 'month', times: times(28, (day) => day) })).toBe(null);
    expect(fullestWeekday({ unit: 'day', times: times(28, () => 5) })).toBe(null);
  });
});

test('shares are said of a hundred, and only of numbers that are shown', () => {
  expect(ofHundred(64, 148)).toBe(43);
  expect([ofHundred('few', 20), ofHundred(5, 'few'), ofHundred(0, 0), ofHundred(9, 7)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const totals = { ...none, signups: 148, members: 64, payers: 9 };
  expect(describeSignups(totals)).toBe(
    'Of 100 people who sign up, 43 make an account. Of 100 members, 14 pay.',
  );
  expect(describeSignups({ ...totals, signups: 'few', payers: 'few' })).toBe('Too few people to compare.');
});

test('how far people get is one sentence', () => {
  const parent = { kind: 'wave', id: 1, title: 'One Thing at a Time' } as const;
  const steps = [212, 168, 150, 121, 112, 98, 84, 61].map((opened) => ({ title: 'A droplet', opened }));
  expect(describeReach({ parent, steps })).toBe(
    'In one wave. Of 212 openings of the first droplet, 61 reach the eighth.',
  );
  expect(describeReach({ parent: { ...parent, kind: 'ocean' }, steps: steps.slice(0, 1) })).toBe(
    'In one ocean.',
  );
});

test('the droplet that is left early is named, if it is left by half of its readers', () => {
  const droplet = { id: 1, title: 'Tomorrow, on Paper', ...none, opened: 118, half: 31 };
  expect(describeLeaving([droplet])).toBe(
    'Least finished first. “Tomorrow, on Paper” is left early: 87 of 118 leave before half.',
  );
  expect(describeLeaving([{ ...droplet, half: 'few' }])).toContain('few of 118 reach half');
  for (const other of [
    { ...droplet, half: 117 },
    { ...droplet, opened: 'few' as const },
  ])
    expect(describeLeaving([other])).toBe('Least finished first.');
  expect(describeLeaving([])).toBe('Least finished first.');
});

test('a long title is cut for a chart', () => {
  expect(shortTitle('Short')).toBe('Short');
  expect(shortTitle('A title that is far too long for a phone')).toBe('A title that is far too l…');
  expect(shortTitle(null)).toBe('A deleted droplet');
});
