import { LATIN_LETTERS } from '#platform/text/latin-letters.ts';

const MAX_LENGTH = 80;

/**
 * Makes a slug from a title: lower case, Latin letters without accents, other scripts unchanged, everything
 * else a hyphen. Empty when the title has neither letter nor digit.
 */
export function slugFrom(title: string): string {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|(?<!-)-+$/gu, '');
  if (plain.length <= MAX_LENGTH) return plain;
  const cut = [...plain].reduce((start, letter) =>
    start.length + letter.length > MAX_LENGTH ? start : start + letter,
  );
  return cut.replace(/-[^-]*$/u, '') || cut;
}
