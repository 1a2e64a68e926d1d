import { expect, test } from 'vitest';
import { RuledPassword } from '../../contract/form-schemas.ts';
import { lackingHint } from './password-hint.ts';

test.each([
  ['q', 'Still needed: 7 more characters, an uppercase letter, a number.'],
  ['Quiet-2', 'Still needed: 1 more character.'],
  ['quietharbour', 'Still needed: an uppercase letter, a number.'],
  ['QUIET-27', 'Still needed: a lowercase letter.'],
  ['Ärger123', null],
  ['Quiet-Harbour-27', null],
])('while “%s” is typed: %s', (typed, hint) => {
  expect(lackingHint(typed)).toBe(hint);
  expect(RuledPassword.safeParse(typed).success).toBe(hint === null);
});
