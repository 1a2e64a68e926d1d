import { omissionsOfKnown } from './misspelling.ts';
import { stem } from './porter.ts';
import { PLACES, type Place } from './postings.ts';
import { lettersOf, wordsOf } from './words.ts';

/** What is searched of an item. */
export interface SearchedText {
  title: string;
  description: string;
  keywords: readonly string[];
}

/** Beginnings of words up to this length are terms of their own, so that a letter or two are one look-up. */
const SHORT_START = 3;

/** The term that a word stands under: its stem. */
export const termOfWord = stem;
/** The term of all words that begin so, for a beginning of at most three letters. No word holds a `*` or a `#`. */
export const termOfStart = (start: string) => `${start}*`;
/** The term of a whole keyword, letter for letter, as a filter wants it. */
export const termOfKeyword = (keyword: string) => `#${keyword}`;

export const isShortStart = (start: string) => lettersOf(start).length <= SHORT_START;

/** The key under which the vocabulary keeps the longer words that begin like this one. */
export const startKey = (word: string) => `${lettersOf(word).slice(0, SHORT_START).join('')}*`;

/** The key that tells whether the vocabulary has a word. */
export const ownKey = (word: string) => `=${word}`;

/** Every key that leads to a word of the vocabulary: itself, its beginning, and what typing errors leave of it. */
export const vocabularyKeys = (word: string): string[] => [
  ownKey(word),
  ...(isShortStart(word) ? [] : [startKey(word)]),
  ...omissionsOfKnown(word),
];

/** A text as the index takes it: each word, and each whole keyword as its term, with the best place it stands in. */
export function entriesOf(text: SearchedText): Map<string, Place> {
  const entries = new Map<string, Place>();
  for (const word of wordsOf(text.description)) entries.set(word, PLACES.description);
  for (const keyword of text.keywords) {
    entries.set(termOfKeyword(keyword), PLACES.keyword);
    for (const word of wordsOf(keyword)) entries.set(word, PLACES.keyword);
  }
  for (const word of wordsOf(text.title)) entries.set(word, PLACES.title);
  return entries;
}

export const isKeywordEntry = (entry: string) => entry.startsWith('#');

/** The terms that an entry stands under. */
export function termsOfEntry(entry: string): string[] {
  if (isKeywordEntry(entry)) return [entry];
  const letters = lettersOf(entry).slice(0, SHORT_START);
  return [termOfWord(entry), ...letters.map((_, last) => termOfStart(letters.slice(0, last + 1).join('')))];
}
