import { settingByKey } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { termOfWord } from './terms.ts';
import { wordsTyped } from './words.ts';

/** The words that stand for each other, by the term of each. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Reads the owner's synonyms: a group on each line, its words between commas. */
export async function readSynonyms(db: Db): Promise<Synonyms> {
  return parseSynonyms((await settingByKey(db, 'search.synonyms'))?.value ?? '');
}

/** Parses groups such as `sleep, insomnia, night`. An entry of several words is left out: words are found. */
export function parseSynonyms(text: string): Synonyms {
  const synonyms = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const words = line.split(',').flatMap((entry) => {
      const [word, ...more] = wordsTyped(entry);
      return word === undefined || more.length > 0 ? [] : [word];
    });
    const group = [...new Set(words)];
    // A list for each word of a long group would take quadratic time, with every search.
    for (const term of new Set(group.map(termOfWord))) {
      const others = synonyms.get(term);
      synonyms.set(term, others ? [...new Set([...others, ...group])] : group);
    }
  }
  return synonyms;
}
