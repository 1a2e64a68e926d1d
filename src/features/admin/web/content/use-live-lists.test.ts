import { expect, test } from 'vitest';
import { nextLook } from './use-live-lists.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');

test('an open list looks at the schedule after the next time, and while an item waits for its film', () => {
  expect(nextLook([], NOW)).toBe(false);
  const later = { at: '2026-11-30T13:00:00Z' };
  expect(nextLook([later, { at: '2026-11-30T12:01:00Z' }], NOW)).toBe(65_000);
  expect(nextLook([later, { at: '2026-11-30T11:00:00Z' }], NOW)).toBe(5_000);
});
