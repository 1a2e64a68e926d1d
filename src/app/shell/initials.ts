/** Up to two letters of a name: of its first two words, or the first one of a name without a letter. */
export function initials(username: string): string {
  // In capitals before the cut: those of ß are two letters.
  const name = username.toUpperCase();
  const words = name.match(/[^\s._-]+/gu) ?? [name];
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('');
}
