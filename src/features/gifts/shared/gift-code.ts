/*
 * Codes are read aloud and typed on phones: case, spaces and dashes do not matter, and letters that look like
 * digits count as those digits.
 */

/** Characters of a code's random part, without 0 and O, 1, I and L, U and V, which look alike. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ';
/** Length of the random part: 29 to the power of 8 are 5 · 10^11 codes. */
export const CODE_LENGTH = 8;

/** Returns the stored form of a typed code; empty without a letter or digit. */
export const normalizeCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** Formats a code for people: the word, then the random letters in groups of four. */
export function writeCode(word: string, letters: string): string {
  const readable = word.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const groups = letters.match(/.{1,4}/g) ?? [];
  return [...(readable === '' ? [] : [readable]), ...groups].join('-');
}
