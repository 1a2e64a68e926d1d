import { languageName } from '#platform/text/languages.ts';
import { SITE_LANGUAGE } from './captions-language.ts';

/**
 * Describes a droplet's captions and picture, such as “Captions and a picture found.”; empty without any.
 * Names the languages if any differs from the site's.
 */
export function foundText(captions: readonly { language: string | null }[], hasPicture: boolean): string {
  const languages = captions.map(({ language }) => languageName(language ?? SITE_LANGUAGE));
  const isPlain = captions.every(({ language }) => language === null);
  const found = [
    ...(captions.length > 0 ? [isPlain ? 'captions' : `captions in ${listed(languages)}`] : []),
    ...(hasPicture ? ['a picture'] : []),
  ].join(isPlain ? ' and ' : ', and ');
  return found === '' ? '' : `${found.charAt(0).toUpperCase()}${found.slice(1)} found.`;
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
