/** Longer searches, in characters, are not counted. */
export const MAX_WORDS = 60;
/** A search with more digits may be a telephone or card number. */
const MAX_DIGITS = 4;

/**
 * A search as it is counted: in small letters, with single spaces. Null for one that might name a person: an
 * address, a number, or a long text. Null also for half a character, which a database cannot store.
 */
export function countedWords(search: string): string | null {
  const words = search.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const digits = words.match(/\p{Nd}/gu)?.length ?? 0;
  const isPlain = !/[@\p{Cc}\p{Cs}]/u.test(words) && digits <= MAX_DIGITS;
  return words.length > 0 && words.length <= MAX_WORDS && isPlain ? words : null;
}
