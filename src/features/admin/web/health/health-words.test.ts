import { expect, test } from 'vitest';
import { formatDate } from '#platform/text/dates.ts';
import { attention, cardLines, verdict } from './health-words.ts';

const advice = { level: 'advice' } as const;
const serious = { level: 'serious' } as const;

test.each([
  [[], 'All is well.'],
  [[advice], 'One thing needs you. Everything else is well.'],
  [[serious, advice], 'Two things need you. Everything else is well.'],
  [Array(12).fill(advice), '12 things need you. Everything else is well.'],
])('the verdict on %o', (problems, text) => expect(verdict(problems)).toBe(text));

test.each([
  [[advice], '1 thing needs attention, none urgent.'],
  [[serious], '1 thing needs attention, urgently.'],
  [[serious, serious], '2 things need attention, all urgent.'],
  [[serious, advice, advice], '3 things need attention, one urgent.'],
])('the dashboard on %o', (problems, text) => {
  const { things, urgency } = attention(problems);
  expect(things + urgency).toBe(text);
});

test('each card has a line, and a number that was not counted to the end says so', () => {
  const some = (count: number, isMore = false) => ({ count, isMore });
  const overview = {
    settings: { at: '2026-11-18T10:00:00.000Z', by: 'ada' },
    people: some(10_000, true),
    newPeople: some(38),
    droplets: some(1),
    drafts: some(0),
    finished: 1284,
    paying: some(96),
    newPaying: some(0),
  };
  expect(Object.values(cardLines(overview, 'ada'))).toEqual([
    'Last changed on Nov 18 by you',
    'More than 10,000 accounts, 38 new this week',
    '1 droplet, no drafts',
    '1,284 droplets finished this week',
    `96 paying, none new in ${formatDate(Date.now(), 'monthName')}`,
  ]);
  const other = cardLines(
    { ...overview, settings: { ...overview.settings, by: null }, finished: 'few' },
    'ada',
  );
  expect([other['Site Settings'], other.Analytics]).toEqual([
    'Last changed on Nov 18',
    'Few droplets finished this week',
  ]);
});
