/** Splits keywords like the server: at commas, trimmed, without empty ones and duplicates, ignoring case. */
export function keywordsOf(text: string): string[] {
  const known = new Map<string, string>();
  for (const part of text.split(',')) {
    const word = part.trim().replace(/\s+/g, ' ');
    const key = word.toLowerCase();
    if (word !== '' && !known.has(key)) known.set(key, word);
  }
  return [...known.values()];
}
