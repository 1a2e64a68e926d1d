import { LATIN_LETTERS } from '#platform/text/latin-letters.ts';

/* Frozen with migration 0002: the word splitter of the first search index. */

/** Longest word in UTF-16 units. Longer ones are truncated, because an index key has a maximum size. */
const LONGEST = 40;

/** Accents, Hebrew and Arabic vowel points, and the invisible parts of emoji. */
const MARKS = /[\u0300-\u036f]|[\u0591-\u05c7]|\u0640|[\u064b-\u0652]|\u0670|[\ufe00-\ufe0f]/g;
const PLAIN: Record<string, string> = { ...LATIN_LETTERS, ς: 'σ' };
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{sc=${script}}`)
  .join('');
/** Runs in scripts without spaces between words. */
const UNSPACED = new RegExp(String.raw`[${SCRIPTS}\p{M}ー]+`, 'gu');
const STARTS_UNSPACED = new RegExp(`^[${SCRIPTS}]`, 'u');

export const lettersOf = (word: string): string[] => Array.from(word);

/** Splits a text into words, without case and accents. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(PLAIN_LETTERS, (letter) => PLAIN[letter] as string)
    .replace(APOSTROPHE, '')
    .normalize('NFC');
  return (plain.match(WORD) ?? []).flatMap(partsOf);
}

function partsOf(word: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const run of word.matchAll(UNSPACED)) {
    if (!STARTS_UNSPACED.test(run[0])) continue;
    if (run.index > start) parts.push(cut(word.slice(start, run.index)));
    parts.push(...pairsOf(run[0]));
    start = run.index + run[0].length;
  }
  if (start < word.length) parts.push(cut(word.slice(start)));
  return parts;
}

/** Returns pairs of neighboring characters, then the last character alone. */
function pairsOf(run: string): string[] {
  const letters = lettersOf(run);
  return letters.map((letter, index) => `${letter}${letters[index + 1] ?? ''}`);
}

const cut = (word: string) => (word.length <= LONGEST ? word : lettersOf(word).slice(0, LONGEST).join(''));
