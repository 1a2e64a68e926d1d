/** As they are kept: split at commas, trimmed, empties dropped, each once whatever its case. */
export function keywordsOf(text: string): string[] {
  const known = new Map<string, string>();
  for (const part of text.split(',')) {
    const word = part.trim().replace(/\s+/g, ' ');
    const key = word.toLowerCase();
    if (word !== '' && !known.has(key)) known.set(key, word);
  }
  return [...known.values()];
}
