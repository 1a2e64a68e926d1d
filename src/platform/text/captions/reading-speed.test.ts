import { expect, test } from 'vitest';
import { readingSpeed, secondsNeeded, tooFast } from './reading-speed.ts';

const LINE = 'Listen to how the sound changes before it boils.';

test('the check of a too fast caption returns the missing time', () => {
  expect(tooFast({ start: 17, end: 19.6, text: LINE })).toBe(
    'Too fast: 18 characters a second, at most 17. Give it 0.3 s more or split it.',
  );
  expect(tooFast({ start: 0, end: 2.78, text: LINE })).toContain(
    '18 characters a second, at most 17. Give it 0.1 s',
  );
  expect(tooFast({ start: 17, end: 19.9, text: LINE })).toBeNull();
  expect(tooFast({ start: 0, end: secondsNeeded(LINE), text: LINE })).toBeNull();
});

test('markup does not count, and a character outside the basic plane counts once', () => {
  expect(readingSpeed({ start: 1, end: 2, text: '<i>a&amp;</i>\n🌊' })).toBe(4);
});
