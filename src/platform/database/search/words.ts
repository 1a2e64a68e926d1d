import { LATIN_LETTERS } from '../latin-letters.ts';

/** Longer words are cut here, in texts and queries alike: an index key has a greatest size. */
const LONGEST = 40;

/** Accents, Hebrew and Arabic vowel points, and the invisible parts of emoji. */
const MARKS = /[\u0300-\u036f]|[\u0591-\u05c7]|\u0640|[\u064b-\u0652]|\u0670|[\ufe00-\ufe0f]/g;
/** Letters that carry no separate accent and that people type without it all the same. */
const PLAIN: Record<string, string> = { ...LATIN_LETTERS, ς: 'σ' };
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
/** `don’t` is one word, with or without its apostrophe. */
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}ー]+/gu;
const STARTS_UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The letters of a word as people count them; a slice of the string could cut a rare letter in two. */
export const lettersOf = (word: string): string[] => Array.from(word);

/** Whether a word is written in a script that puts no space between words. */
export const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word);

/** The words of a text, in its order, without case and accents. Anything that is neither letter nor digit parts them. */
export const wordsOf = (text: string): string[] =>
  split(text, (run) => [...pairsOf(run), ...lettersOf(run).slice(-1)]);

/** The words of a query, likewise. */
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
 * Text without spaces becomes its pairs of neighbouring characters, the usual way to search it without a dictionary:
 * whoever looks for three characters finds the texts that hold both pairs, and for one, the pairs that begin with it.
 * So a text keeps the last character of a run as well, which begins no pair.
 */
function pairsOf(run: string): string[] {
  const letters = lettersOf(run);
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

const cut = (word: string) => (word.length <= LONGEST ? word : lettersOf(word).slice(0, LONGEST).join(''));
