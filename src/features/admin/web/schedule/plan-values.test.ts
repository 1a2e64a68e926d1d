import { expect, test } from 'vitest';
import type { Plan } from '#features/catalogue/contract/schedule-endpoints.ts';
import { describeBelow, describePlan, describeWait, readTime, valuesOfPlan } from './plan-values.ts';

const NOW = Date.parse('2026-11-22T15:00:00Z');
const ZONE = 'America/New_York';
const PLAN: Plan = {
  type: 'ocean',
  id: 1,
  title: 'Focus',
  version: 1,
  isPublished: false,
  publishAt: null,
  unpublishAt: null,
  isStopped: false,
  must: null,
  waits: false,
  waves: 0,
  droplets: 0,
};

test('a time is repeated in words, with the wait', () => {
  expect(readTime({ day: '2026-11-30', time: '07:00' }, ZONE, NOW).words).toBe(
    'Monday, November 30, at 7:00 AM in New York. In 7 days and 21 hours',
  );
});

test('a missing hour, a passed time and an empty field are errors; a doubled hour is told', () => {
  expect(readTime({ day: '2027-03-14', time: '02:30' }, ZONE, NOW)).toEqual({
    error: 'This time does not exist.',
    advice: 'On March 14 the clocks go from 2:00 to 3:00 AM. Choose 1:59 AM or 3:00 AM.',
  });
  expect(readTime({ day: '2026-11-22', time: '10:00' }, ZONE, NOW).error).toBe('This time has passed.');
  expect(readTime({ day: '', time: '10:00' }, ZONE, NOW).error).toBe('Choose a day and a time.');
  expect(readTime({ day: '2027-11-07', time: '01:30' }, ZONE, NOW)).toMatchObject({
    instant: Date.parse('2027-11-07T05:30:00Z'),
    advice: '1:30 happens twice. The first one is used.',
  });
});

test.each([
  [30_000, 'less than a minute'],
  [60_000, '1 minute'],
  [3_600_000, '1 hour'],
  [3_660_000, '1 hour and 1 minute'],
  [86_400_000, '1 day'],
  [90_060_000, '1 day and 1 hour'],
])('%d ms are a wait of %s', (ms, words) => {
  expect(describeWait(ms)).toBe(words);
});

test('items that go live with the item are counted', () => {
  expect(describeBelow({ waves: 3, droplets: 19 })).toBe(', together with 3 waves and 19 droplets');
  expect(describeBelow({ waves: 0, droplets: 1 })).toBe(', together with 1 droplet');
  expect(describeBelow({ waves: 0, droplets: 0 })).toBe('');
});

test('the form begins with the plan, and without one with the next morning in the zone', () => {
  expect(valuesOfPlan(PLAN, ZONE, NOW)).toMatchObject({
    when: 'time',
    publish: { day: '2026-11-23', time: '07:00' },
    takesDown: false,
  });
  const planned = { ...PLAN, publishAt: '2026-11-30T12:00:00.000Z', unpublishAt: '2027-03-14T10:00:00.000Z' };
  expect(valuesOfPlan(planned, ZONE, NOW)).toEqual({
    when: 'time',
    publish: { day: '2026-11-30', time: '07:00' },
    takesDown: true,
    unpublish: { day: '2027-03-14', time: '06:00' },
  });
  expect(valuesOfPlan({ ...PLAN, isPublished: true }, ZONE, NOW).when).toBe('now');
});

test('a saved plan is told in one or two sentences', () => {
  expect(describePlan(PLAN, ZONE, NOW)).toBe('“Focus” stays a draft.');
  const at = { publishAt: '2026-11-30T12:00:00.000Z', unpublishAt: '2026-12-24T23:00:00.000Z' };
  expect(describePlan({ ...PLAN, ...at }, ZONE, NOW)).toBe(
    '“Focus” goes live on Monday, November 30, at 7:00 AM in New York. ' +
      'It is taken down on Thursday, December 24, at 6:00 PM in New York.',
  );
  expect(describePlan({ ...PLAN, isPublished: true }, ZONE, NOW)).toBe('“Focus” is live.');
});

test('an item that waits for its film says so, and its form suggests another time', () => {
  const must = 'The film is still being prepared. 34 percent.';
  const plan = { ...PLAN, publishAt: new Date(NOW).toISOString(), must, waits: true };
  expect(describePlan(plan, ZONE, NOW)).toBe(`“Focus” goes live by itself. ${must}`);
  expect(valuesOfPlan(plan, ZONE, NOW).publish.day).toBe('2026-11-23');
});
