/** Returns the canonical form of a language tag (BCP 47), such as `pt-BR`; null if invalid. */
export function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
