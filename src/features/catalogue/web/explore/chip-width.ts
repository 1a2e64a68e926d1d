/** Advance widths of Hanken Grotesk at weight 420, in 1/100 em: a to z. */
const LETTERS = [
  54, 59, 52, 59, 54, 34, 51, 55, 23, 23, 53, 27, 83, 55, 58, 59, 59, 41, 47, 35, 55, 52, 75, 52, 52, 47,
];
const OTHERS: Record<string, number> = { ' ': 26, '-': 33 };
const FIRST = 97;

/**
 * Returns the width in em of a text in the site's font, before that font has loaded. A chip of this width
 * does not move its row when it loads. Undefined for a text with characters other than a to z, space and
 * hyphen.
 */
export function textWidth(text: string): number | undefined {
  let sum = 0;
  for (const character of text) {
    const advance = LETTERS[character.charCodeAt(0) - FIRST] ?? OTHERS[character];
    if (advance === undefined) return undefined;
    sum += advance;
  }
  return sum / 100;
}
