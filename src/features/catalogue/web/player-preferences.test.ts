import { expect, test } from 'vitest';
import { parsePreferences } from './player-preferences.ts';

const DEFAULTS = { speed: 1, volume: 1, muted: false, captions: true };

test('what was stored comes back', () => {
  const liked = { speed: 1.5, volume: 0.3, muted: true, captions: false };
  expect(parsePreferences(JSON.stringify(liked))).toEqual(liked);
});

test.each([
  [null],
  ['not JSON'],
  ['null'],
  ['7'],
  ['{"speed":"fast","volume":9,"muted":"yes","captions":1}'],
  ['{"speed":0,"volume":-1}'],
])('%s falls back to the defaults', (text) => {
  expect(parsePreferences(text)).toEqual(DEFAULTS);
});
