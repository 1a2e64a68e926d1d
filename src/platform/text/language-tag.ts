/** Message for an invalid tag. */
export const WRONG_LANGUAGE = 'Use a language tag, such as es or pt-BR';

/** Returns the canonical form of a language tag (BCP 47), such as `pt-BR`; null if invalid. */
export function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
