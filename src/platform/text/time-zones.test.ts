import { expect, test } from 'vitest';
import { cityOf, timeZones } from './time-zones.ts';

test('a chosen zone that this browser does not list appears once in the list', () => {
  expect(timeZones('Mars/Olympus').filter((zone) => zone === 'Mars/Olympus')).toHaveLength(1);
  expect(timeZones('UTC').filter((zone) => zone === 'UTC')).toHaveLength(1);
});

test.each([
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
])('%s is called %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city);
});
