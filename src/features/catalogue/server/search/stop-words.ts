/** Common English words that say little about a text, in the form of {@link wordsTyped}. */
const STOP_WORDS = new Set(
  [
    'a an the this that these those some any',
    'i im ive id me my we our us you youre your he him his she her it its they them their',
    'am is are was were be been being do does did have has had having',
    'can could will would shall should may might must',
    'cannot cant couldnt dont doesnt didnt isnt arent wasnt werent wont wouldnt havent hasnt not',
    'and or but if so than then as because while',
    'at by for from in into of on onto to with about',
    'how what when where which who why there',
  ].flatMap((line) => line.split(' ')),
);

/** Removes stop words, unless the query has no other words. */
export function neededWords(words: readonly string[]): string[] {
  const needed = words.filter((word) => !STOP_WORDS.has(word));
  return needed.length > 0 ? needed : [...words];
}
