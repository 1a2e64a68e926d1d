import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

const DEFAULTS = { speed: 1, muted: false, captions: true };

test('stored preferences are restored', () => {
  const stored = { speed: 1.5, muted: true, captions: false, language: 'es' };
  expect(parsePreferences(encodeURIComponent(JSON.stringify(stored)))).toEqual(stored);
});

test.each([
  [undefined],
  ['not JSON'],
  ['%E0%A4%A'],
  ['null'],
  ['7'],
  ['{"speed":"fast","muted":"yes","captions":1,"language":7}'],
  ['{"speed":0}'],
])('%s falls back to the defaults', (text) => {
  expect(parsePreferences(text)).toStrictEqual(DEFAULTS);
});
