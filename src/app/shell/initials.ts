/** Up to two letters of a name: of its first two words, or the first letter of its only one. */
export function initials(username: string): string {
  // In capitals before the cut: those of ß are two letters.
  const words = username
    .toUpperCase()
    .split(/[\s._-]+/u)
    .filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('');
}
