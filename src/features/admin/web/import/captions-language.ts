import { canonicalLanguage } from '#platform/text/language-tag.ts';

/** Language of the site’s own texts, and of captions without a language. */
export const SITE_LANGUAGE = 'en';
/** Language tags in the usual spellings at the end of a file name: `es`, `pt-br`, `zh_hant`. */
const WRITTEN_TAG = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,4}){0,2}$/i;

/**
 * Parses the language at the end of a file name, without the separator before it. Returns a canonical tag,
 * null for the language of the site, and undefined for no language.
 */
export function readLanguage(ending: string): string | null | undefined {
  const tag = WRITTEN_TAG.test(ending) ? canonicalLanguage(ending.replaceAll('_', '-')) : null;
  if (tag === null) return undefined;
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag);
  if (name === undefined) return undefined;
  return tag === SITE_LANGUAGE ? null : tag;
}

/**
 * Parses the language of captions without a matching film: the text between the last two dots of their name.
 */
export function languageOfName(name: string): string | null {
  const parts = name.split('.');
  return (parts.length > 2 && readLanguage(parts.at(-2) ?? '')) || null;
}
