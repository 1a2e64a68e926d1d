import { LATIN_LETTERS } from '#platform/text/latin-letters.ts';

/** Maximum length of a word, in texts and queries. An index key has a maximum size. */
const MAX_WORD_LENGTH = 40;

/** Accents, Hebrew and Arabic vowel points, and the invisible parts of emoji. */
const MARKS = /[\u0300-\u036f]|[\u0591-\u05c7]|\u0640|[\u064b-\u0652]|\u0670|[\ufe00-\ufe0f]/g;
/** Letters without a separate accent, and the Latin letters that people type for them. */
const PLAIN: Record<string, string> = { ...LATIN_LETTERS, ς: 'σ' };
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
/** `don’t` is one word, with or without its apostrophe. */
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
/** Runs in scripts without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}ー]+/gu;
const STARTS_UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Splits a word into letters. Slicing the string could cut a surrogate pair. */
export const lettersOf = (word: string): string[] => Array.from(word);

/** Tells whether a word is in a script without spaces between words. */
export const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word);

/** Splits a text into its words, without case and accents. Only letters and digits belong to words. */
export const wordsOf = (text: string): string[] =>
  split(text, (run) => [...pairsOf(run), ...lettersOf(run).slice(-1)]);

/** Splits a query into its words. */
export const wordsTyped = (text: string): string[] => split(text, pairsOf);

function split(text: string, splitUnspaced: (run: string) => string[]): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter] as string)
    .replace(APOSTROPHE, '')
    .normalize('NFC');
  return (plain.match(WORD) ?? []).flatMap((word) => partsOf(word, splitUnspaced));
}

function partsOf(word: string, splitUnspaced: (run: string) => string[]): string[] {
  const parts: string[] = [];
  let rest = 0;
  for (const run of word.matchAll(UNSPACED)) {
    if (!STARTS_UNSPACED.test(run[0])) continue;
    if (run.index > rest) parts.push(cut(word.slice(rest, run.index)));
    parts.push(...splitUnspaced(run[0]));
    rest = run.index + run[0].length;
  }
  if (rest < word.length) parts.push(cut(word.slice(rest)));
  return parts;
}

/**
 * Splits a run without spaces into pairs of neighboring characters. A query of three characters then finds
 * texts with both pairs, and a query of one character finds texts with a pair that starts with it. A text
 * also keeps the last character of a run, which starts no pair.
 */
function pairsOf(run: string): string[] {
  const letters = lettersOf(run);
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Cuts a word to the maximum length. */
const cut = (word: string) =>
  word.length <= MAX_WORD_LENGTH ? word : lettersOf(word).slice(0, MAX_WORD_LENGTH).join('');
