import { expect, test } from 'vitest';
import { formatInstant } from './format-instant.ts';

test('an instant reads the same in every time zone', () => {
  expect(formatInstant('2025-05-12T08:04:59.000Z')).toBe('12 May 2025, 08:04');
  expect(formatInstant('2025-12-31T23:30:00+00:00')).toBe('31 Dec 2025, 23:30');
});
