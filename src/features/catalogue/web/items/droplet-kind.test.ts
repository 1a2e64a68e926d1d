import { expect, test } from 'vitest';
import { describeKind } from './droplet-kind.ts';

test.each([
  ['text', 1, 'Reading · 1 min'],
  ['audio', 2, 'Listening · 2 min'],
  ['image', 1, 'Picture · 1 min'],
  ['interactive', 3, 'Exercise · 3 min'],
  ['video', 1, '1 min'],
] as const)('%s of %d minutes: %s', (mediaType, duration, text) => {
  expect(describeKind({ mediaType, duration })).toBe(text);
});
