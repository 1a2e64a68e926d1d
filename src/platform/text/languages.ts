/** Returns a language's name in itself, such as `Español`; a tag without a name stands for itself. */
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
 * Returns the language that fits a reader best: the first of their languages that is there, if need be in
 * another region; else the first of all. Tags are compared whatever their case.
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
