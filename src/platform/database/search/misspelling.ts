import { lettersOf } from './words.ts';

/* Typing errors without reading the whole vocabulary: two words within n edits of each other become equal when up to
   n letters are left out of both (W. Garbe's SymSpell). So every word is kept under what remains of it when letters
   are left out, and a mistyped word is looked up by what remains of it. Only the first letters take part: later
   errors leave the beginnings equal. */

const COMPARED = 7;

/** How many typing errors a word of that many letters forgives. */
export const editsForgiven = (letters: number): 0 | 1 | 2 => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

const HAS_DIGIT = /\p{N}/u;

/** A number is right or wrong; it is not nearly another number. */
export const isForgiving = (word: string): boolean => !HAS_DIGIT.test(word);

/** The keys of a word of the vocabulary. A word of n letters may be meant by typed words of n-2 to n+2. */
export function omissionsOfKnown(word: string): string[] {
  const { length } = lettersOf(word);
  return isForgiving(word) && length >= 3 ? omissions(word, editsForgiven(length + 2)) : [];
}

/** The keys under which to look for what a typed word may have meant. */
export function omissionsOfTyped(word: string): string[] {
  const edits = editsForgiven(lettersOf(word).length);
  return isForgiving(word) && edits > 0 ? omissions(word, edits) : [];
}

function omissions(word: string, edits: number): string[] {
  const found = new Set([lettersOf(word).slice(0, COMPARED).join('')]);
  for (let round = 0; round < edits; round += 1)
    for (const key of [...found]) {
      const letters = lettersOf(key);
      for (let left = 0; left < letters.length; left += 1) found.add(letters.toSpliced(left, 1).join(''));
    }
  return [...found];
}

/** Edits between two words: letters missing, added, wrong, or two neighbours exchanged. */
export function editsBetween(a: string, b: string): number {
  const from = lettersOf(a);
  const to = lettersOf(b);
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, place) => place);
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

const at = (row: readonly number[], place: number) => row[place] as number;
