import { stem } from '#platform/text/porter-stemmer.ts';
import { lettersOf, wordsOf } from './words.ts';

/* Frozen with migration 0002: the rows of the first search index. The current index is in the catalogue. */

export interface DropletText {
  title: string;
  description: string;
  keywords: readonly string[];
}

/** Weight of the part of a text that contains a term. Three weights and "absent" fit into two bits. */
const WEIGHTS = { description: 1, keyword: 2, title: 3 } as const;

/** Word prefixes up to this length are separate terms. */
const PREFIX_LETTERS = 3;

/** Maps each word of a text, and `#` + each whole keyword, to its highest weight. */
export function entriesOf({ title, description, keywords }: DropletText): Map<string, number> {
  const entries = new Map<string, number>();
  for (const word of wordsOf(description)) entries.set(word, WEIGHTS.description);
  for (const keyword of keywords) {
    entries.set(`#${keyword}`, WEIGHTS.keyword);
    for (const word of wordsOf(keyword)) entries.set(word, WEIGHTS.keyword);
  }
  for (const word of wordsOf(title)) entries.set(word, WEIGHTS.title);
  return entries;
}

/** Returns the index terms of an entry: its stem and its prefixes, or the keyword itself. */
export function termsOf(entry: string): string[] {
  if (entry.startsWith('#')) return [entry];
  const letters = lettersOf(entry).slice(0, PREFIX_LETTERS);
  return [stem(entry), ...letters.map((_, last) => `${letters.slice(0, last + 1).join('')}*`)];
}

/** Ids per row of `search_postings`. */
export const BLOCK_SIZE = 4096;
const DENSE_BYTES = BLOCK_SIZE / 4;

/** Encodes weights by slot: two bytes per id, or two bits per slot when that is shorter. */
export function encodePostings(weights: ReadonlyMap<number, number>): Uint8Array {
  if (weights.size * 2 >= DENSE_BYTES) {
    const dense = new Uint8Array(DENSE_BYTES);
    for (const [slot, weight] of weights)
      dense[slot >> 2] = (dense[slot >> 2] as number) | (weight << ((slot & 3) * 2));
    return dense;
  }
  const slots = [...weights].sort(([a], [b]) => a - b);
  return new Uint8Array(slots.flatMap(([slot, weight]) => [((slot << 2) | weight) & 255, slot >> 6]));
}

/** Returns the keys of a word in `search_words`: the word, its prefix, and its forms with omitted letters. */
export function vocabularyKeys(word: string): string[] {
  const letters = lettersOf(word);
  const prefix = letters.length > PREFIX_LETTERS ? [`${letters.slice(0, PREFIX_LETTERS).join('')}*`] : [];
  return [`=${word}`, ...prefix, ...omissionsOf(word)];
}

/** Typing errors are corrected in this many letters from the start of a word. */
const COMPARED_LETTERS = 7;

/** Returns the start of a word with one letter omitted, or two from six letters on; none for numbers. */
function omissionsOf(word: string): string[] {
  const letters = lettersOf(word);
  if (letters.length < 3 || /\p{N}/u.test(word)) return [];
  const found = new Set([letters.slice(0, COMPARED_LETTERS).join('')]);
  const rounds = letters.length < 6 ? 1 : 2;
  for (let round = 0; round < rounds; round += 1)
    for (const key of [...found]) {
      const rest = lettersOf(key);
      for (let index = 0; index < rest.length; index += 1) found.add(rest.toSpliced(index, 1).join(''));
    }
  return [...found];
}
