import { expect, test } from 'vitest';
import { clockTime, spokenPosition } from './time-text.ts';

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [65, '1:05'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});

test.each([
  [9.4, 25.3, '9 seconds of 25'],
  [1, 25, '1 second of 25'],
  [65, 120, '1 minute 5 seconds of 2 minutes'],
  [60, 90, '1 minute of 1 minute 30 seconds'],
  [4, 0, '4 seconds'],
])('%d of %d seconds are said as %s', (time, duration, text) => {
  expect(spokenPosition(time, duration)).toBe(text);
});
