/** Maximum length of a counted search, in characters. */
const MAX_WORDS = 60;
/** Maximum digits of a counted search. More may be a telephone or card number. */
const MAX_DIGITS = 4;

/**
 * Normalizes a search for counting: lower case, single spaces. Returns null for one that might identify a
 * person: an address, a number, or a long text; also for a lone surrogate, which databases cannot store.
 */
export function countedWords(search: string): string | null {
  const words = search.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const digits = words.match(/\p{Nd}/gu)?.length ?? 0;
  const isPlain = !/[@\p{Cc}\p{Cs}]/u.test(words) && digits <= MAX_DIGITS;
  return words.length > 0 && words.length <= MAX_WORDS && isPlain ? words : null;
}
