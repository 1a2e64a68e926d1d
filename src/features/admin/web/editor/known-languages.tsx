import { languageName } from '#platform/text/languages.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';

const LIST_ID = 'known-languages';

/** Attributes of an input that takes a language tag. */
export const LANGUAGE_INPUT = { list: LIST_ID, autoComplete: 'off', spellCheck: false } as const;

/** Suggestions while typing. Every other valid tag is accepted too. */
const TAGS =
  'ar bg bn ca cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv ms nb nl pl pt-BR pt-PT ' +
  'ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant';

const KNOWN_LANGUAGES: readonly string[] = TAGS.split(' ');

/** The suggested languages of a {@link LANGUAGE_INPUT}. */
export function KnownLanguages() {
  // Server and browser may know different names.
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <datalist id={LIST_ID}>
      {KNOWN_LANGUAGES.map((tag) => (
        <option key={tag} value={tag}>
          {languageName(tag)}
        </option>
      ))}
    </datalist>
  );
}
