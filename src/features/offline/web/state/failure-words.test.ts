import { expect, test } from 'vitest';
import { failureWords } from './failure-words.ts';
import type { Failure } from './keep-state.ts';

const wordsOf = (failure: Failure) => {
  const needs = { lessons: 1, away: 0, bytes: 42_000_000 };
  return failureWords({ needs, failure, done: 0, bytes: 0, stop() {} }, 'This list').description;
};

test('a failure names what could not be kept, and both sizes where there is no room', () => {
  expect(wordsOf({ kind: 'refused', titles: ['Finish the Sentence'] })).toBe(
    'Finish the Sentence could not be kept. Please try again later.',
  );
  expect(wordsOf({ kind: 'refused', titles: ['One', 'Two', 'Three', 'Four', 'Five'] })).toBe(
    'One, Two, Three, and 2 more could not be kept. Please try again later.',
  );
  expect(wordsOf({ kind: 'no-room', free: 100_000 })).toBe(
    'This list needs 42 MB, 100 kB are free. Remove something you kept, or keep single droplets.',
  );
  expect(wordsOf({ kind: 'failed' })).toBe('Please check your connection and try again.');
});
