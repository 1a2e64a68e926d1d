import { settingByKey } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { termOfWord } from './terms.ts';
import { wordsTyped } from './words.ts';

/** Words with the same meaning, by the term of each. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Reads the owner's synonyms: one group per line, separated by commas. */
export async function readSynonyms(db: Db): Promise<Synonyms> {
  return parseSynonyms((await settingByKey(db, 'search.synonyms'))?.value ?? '');
}

/**
 * Parses groups such as `sleep, insomnia, night`. Leaves out entries of several words, because the index
 * holds single words.
 */
export function parseSynonyms(text: string): Synonyms {
  const synonyms = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const words = line.split(',').flatMap((entry) => {
      const [word, ...more] = wordsTyped(entry);
      return word === undefined || more.length > 0 ? [] : [word];
    });
    const group = [...new Set(words)];
    // All words of a group share one list. A list for each word would take quadratic time in every search.
    for (const term of new Set(group.map(termOfWord))) {
      const others = synonyms.get(term);
      synonyms.set(term, others ? [...new Set([...others, ...group])] : group);
    }
  }
  return synonyms;
}
