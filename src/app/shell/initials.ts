/**
 * Returns up to two letters of a name: of its first two words; for a name without letters, its first
 * character.
 */
export function initials(username: string): string {
  // In upper case before the cut, because that of ß has two letters.
  const name = username.toUpperCase();
  const words = name.match(/[^\s._-]+/gu) ?? [name];
  return words
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('');
}
