/** Longest word in braces, in characters. Longer ones count as plain text. */
const MAX_WORD_LENGTH = 40;
/** Maximum typing errors between a word and its suggestion. */
const MAX_ERRORS = 2;

/** Finds the closest known word to an unknown one: 'nmae' is 'name'. */
function closestWord(unknown: string, known: readonly string[]): string | undefined {
  const typed = unknown.trim().toLowerCase().slice(0, MAX_WORD_LENGTH);
  let best: string | undefined;
  let fewest = MAX_ERRORS + 1;
  for (const word of known) {
    // The number of errors must stay below the length, because any short word would match otherwise.
    const errors = typingErrors(typed, word);
    if (errors < fewest && errors < word.length - 1) {
      best = word;
      fewest = errors;
    }
  }
  return best;
}

/** Counts letters to insert, remove, replace or swap with their neighbor. */
function typingErrors(typed: string, word: string): number {
  let before: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      current[column] = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = current;
  }
  return last[word.length] as number;
}

/** Describes the first unknown word in braces, with a suggestion; undefined without one. */
export function unknownWordProblem(text: string, known: readonly string[]): string | undefined {
  for (const [whole, word = ''] of text.matchAll(/\{( ?[a-zA-Z][\w -]{0,39})\}/g)) {
    if (known.includes(word)) continue;
    const guess = closestWord(word, known);
    const list = known.map((each) => `{${each}}`);
    const advice = guess
      ? `Did you mean {${guess}}?`
      : `Use ${[list.slice(0, -1).join(', '), list.at(-1)].filter(Boolean).join(' or ')}.`;
    return `“${whole}” is not known. ${advice}`;
  }
  return undefined;
}
