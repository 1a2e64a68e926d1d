import { expect, test } from 'vitest';
import { describeHour, describeNext } from './describe-time.ts';

test('hours read as people say them', () => {
  expect([0, 7, 12, 23].map(describeHour)).toEqual(['12:00 AM', '7:00 AM', '12:00 PM', '11:00 PM']);
});

test('the next letter’s time is told by the clocks of its zone', () => {
  expect(describeNext('2026-11-23T06:00:00.000Z', 'Europe/Berlin')).toMatch(
    /^Monday, November 23, 2026 at 7:00.AM$/,
  );
});

test('a zone that the browser does not know is told in UTC', () => {
  expect(describeNext('2026-11-23T06:00:00.000Z', 'Mars/Olympus')).toMatch(/ at 6:00.AM UTC$/);
});
