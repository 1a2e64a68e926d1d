import { lettersOf } from './words.ts';

/*
 * Typing errors without reading the whole vocabulary: two words at edit distance n become equal when up to n
 * letters are omitted from each (W. Garbe's SymSpell). The vocabulary lists each word under its forms with
 * omitted letters, and the search looks up the same forms of the typed word.
 */

/** Letters from the start of a word that are compared. Words with later errors have equal starts. */
const COMPARED = 7;

/** Maximum edit distance for a typed word of this many letters. */
const allowedEdits = (letters: number): 0 | 1 | 2 => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

const HAS_DIGIT = /\p{N}/u;

/** Words with digits never match fuzzily: a number is right or wrong. */
const isFuzzyWord = (word: string): boolean => !HAS_DIGIT.test(word);

/** The keys of a vocabulary word. Typed words of n-2 to n+2 letters may mean a word of n letters. */
export function omissionsOfKnown(word: string): string[] {
  const { length } = lettersOf(word);
  return isFuzzyWord(word) && length >= 3 ? omissions(word, allowedEdits(length + 2)) : [];
}

/** The keys to look up for a typed word. */
export function omissionsOfTyped(word: string): string[] {
  const edits = allowedEdits(lettersOf(word).length);
  return isFuzzyWord(word) && edits > 0 ? omissions(word, edits) : [];
}

function omissions(word: string, edits: number): string[] {
  const found = new Set([lettersOf(word).slice(0, COMPARED).join('')]);
  for (let round = 0; round < edits; round += 1)
    for (const key of [...found]) {
      const letters = lettersOf(key);
      for (let index = 0; index < letters.length; index += 1) found.add(letters.toSpliced(index, 1).join(''));
    }
  return [...found];
}

/** Edit distance of two words: letters missing, added or wrong, or two neighbors swapped. */
export function editsBetween(a: string, b: string): number {
  const from = lettersOf(a);
  const to = lettersOf(b);
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      let edits = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + change);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        edits = Math.min(edits, at(beforeLast, j - 2) + 1);
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, to.length);
}

/** Returns the edit distance, at least 1; infinity when it exceeds the allowed one. */
export function fuzzyEdits(typed: string, known: string): number {
  const allowed = isFuzzyWord(typed) ? allowedEdits(lettersOf(typed).length) : 0;
  if (Math.abs(typed.length - known.length) > 2 * allowed) return Number.POSITIVE_INFINITY;
  const edits = editsBetween(typed, known);
  return edits <= allowed ? Math.max(1, edits) : Number.POSITIVE_INFINITY;
}

const at = (row: readonly number[], index: number) => row[index] as number;
