import { PASSWORD_MIN } from '../../shared/password-length.ts';

const PARTS: readonly [part: string, has: RegExp][] = [
  ['an uppercase letter', /\p{Lu}/u],
  ['a lowercase letter', /\p{Ll}/u],
  ['a number', /\d/],
];

/** Hints for a password that satisfies `PASSWORD_RULE`, after the server's check. */
export const GUESSABLE = 'This one is easy to guess. Try a few words that only you would put together.';
export const GOOD = 'That is a good password.';

/** Lists the missing parts of a typed password. Null when it satisfies `PASSWORD_RULE`. */
export function lackingHint(typed: string): string | null {
  const lacking = PARTS.filter(([, has]) => !has.test(typed)).map(([part]) => part);
  const missing = PASSWORD_MIN - typed.length;
  if (missing > 0) lacking.unshift(missing === 1 ? '1 more character' : `${missing} more characters`);
  return lacking.length === 0 ? null : `Still needed: ${lacking.join(', ')}.`;
}
