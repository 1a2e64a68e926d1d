import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['maren okafor', 'MO'],
  ['maren', 'M'],
  ['ada_lovelace', 'AL'],
  ['jean-luc von dort', 'JL'],
  ['  élodie   ångström ', 'ÉÅ'],
  ['ßen ömer', 'SÖ'],
  ['🌊 sea', '🌊S'],
  ['---', '-'],
  ['', ''],
])('the initials of "%s" are %s', (username, expected) => {
  expect(initials(username)).toBe(expected);
});
