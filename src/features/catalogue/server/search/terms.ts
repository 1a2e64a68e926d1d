import { stem } from '#platform/text/porter-stemmer.ts';
import { omissionsOfKnown } from './misspelling.ts';
import { PARTS, type Part } from './postings.ts';
import { lettersOf, wordsOf } from './words.ts';

/** The searched fields of an item. */
export interface SearchedText {
  title: string;
  description: string;
  keywords: readonly string[];
}

/** Lists every field of {@link SearchedText}; a missing one does not compile. */
const SEARCHED: Record<keyof SearchedText, true> = { title: true, description: true, keywords: true };
/** Fields whose change reindexes a droplet. */
export const SEARCHED_FIELDS: readonly string[] = Object.keys(SEARCHED);

/** Prefixes up to this length are terms of their own, so that one to three letters take one lookup. */
const PREFIX_LETTERS = 3;

/** The term of a word: its stem. */
export const termOfWord = stem;
/** The term of all words with a short prefix. `*`, `#`, `~` and `!` occur in no word. */
export const termOfPrefix = (prefix: string) => `${prefix}*`;
/**
 * The term of a spoken word. Words of locked lessons have terms of their own, so that a reader who may not
 * open a lesson does not find it by them.
 */
export const spokenTerm = (term: string, isLocked: boolean) => `${isLocked ? '!' : '~'}${term}`;
/** Whether a term is a single word, and no prefix or keyword. */
export const isWordTerm = (term: string) => !term.startsWith('#') && !term.endsWith('*');
/** The term of a whole keyword, letter for letter, for the filter. */
export const termOfKeyword = (keyword: string) => `#${keyword}`;

export const isShortPrefix = (prefix: string) => lettersOf(prefix).length <= PREFIX_LETTERS;

/** The vocabulary's key of longer words that share a word's first letters. */
export const prefixKey = (word: string) => `${lettersOf(word).slice(0, PREFIX_LETTERS).join('')}*`;

/** The key that every word of the vocabulary has. */
export const ownKey = (word: string) => `=${word}`;

/** Returns every key of a word in the vocabulary: itself, its prefix, and its forms with letters omitted. */
export const vocabularyKeys = (word: string): string[] => [
  ownKey(word),
  ...(isShortPrefix(word) ? [] : [prefixKey(word)]),
  ...omissionsOfKnown(word),
];

/**
 * Maps each word of a text, and the term of each whole keyword, to the most important part that contains it.
 */
export function entriesOf(text: SearchedText): Map<string, Part> {
  const entries = new Map<string, Part>();
  for (const word of wordsOf(text.description)) entries.set(word, PARTS.description);
  for (const keyword of text.keywords) {
    entries.set(termOfKeyword(keyword), PARTS.keyword);
    for (const word of wordsOf(keyword)) entries.set(word, PARTS.keyword);
  }
  for (const word of wordsOf(text.title)) entries.set(word, PARTS.title);
  return entries;
}

export const isKeywordEntry = (entry: string) => entry.startsWith('#');

/** Returns the terms of an entry: the keyword itself, or the word's stem and short prefixes. */
export function termsOfEntry(entry: string): string[] {
  if (isKeywordEntry(entry)) return [entry];
  const letters = lettersOf(entry).slice(0, PREFIX_LETTERS);
  return [termOfWord(entry), ...letters.map((_, last) => termOfPrefix(letters.slice(0, last + 1).join('')))];
}
