/** Returns a language's own name, such as `Español`; the tag itself when there is no name. */
export function languageName(tag: string): string {
  try {
    const name =
      new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
    const [first = ''] = name;
    return first.toLocaleUpperCase(tag) + name.slice(first.length);
  } catch {
    return tag;
  }
}

/**
 * Returns the best language for a reader: the first of their languages that exists, possibly in another
 * region; else the first of all. Tags are compared ignoring case.
 */
export function bestLanguage<T extends { language: string }>(
  choices: readonly T[],
  preferred: readonly string[],
): T | undefined {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0];
  for (const tag of preferred) {
    const exact = choices.find(({ language }) => language.toLowerCase() === tag.toLowerCase());
    const near = exact ?? choices.find(({ language }) => primary(language) === primary(tag));
    if (near) return near;
  }
  return choices[0];
}
