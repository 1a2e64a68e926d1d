import { expect, test } from 'vitest';
import { isoDuration } from './structured-data.ts';

test.each([
  [1, 'PT1M'],
  [0.5, 'PT30S'],
  [65, 'PT1H5M'],
  [120, 'PT2H'],
  [0, 'PT1S'],
])('%d minutes are %s', (minutes, text) => {
  expect(isoDuration(minutes)).toBe(text);
});
