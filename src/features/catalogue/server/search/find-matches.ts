import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { opensEverything } from '../read/may-open.ts';
import { spellingsOf } from './keywords-in-use.ts';
import { combineWords, FIT, type Fit, Matches, type Meanings, type PostingsRow } from './matches.ts';
import { fuzzyEdits, omissionsOfTyped } from './misspelling.ts';
import { neededWords } from './stop-words.ts';
import type { Synonyms } from './synonyms.ts';
import {
  isShortPrefix,
  isWordTerm,
  prefixKey,
  spokenTerm,
  termOfKeyword,
  termOfPrefix,
  termOfWord,
} from './terms.ts';
import { isUnspaced, wordsTyped } from './words.ts';

/** Maximum number of vocabulary words that one typed word may mean. */
const MAX_MEANINGS = 400;

interface MatchQuery {
  q: string | undefined;
  keyword: string | undefined;
  /** Also match words with typing errors: edit distance 1 from four letters, 2 from eight. */
  fuzzy: boolean;
  synonyms: Synonyms;
}

/**
 * Finds the ids that match a word of a query and have the keyword in any case. Ignores stop words. The last
 * word may be a prefix. Captions of locked items count only for readers who may open them. Does not check who
 * may see the items.
 */
export async function findMatches(db: Db, reader: Reader, query: MatchQuery): Promise<Matches> {
  const { q, keyword, fuzzy } = query;
  const typed = [...new Set(wordsTyped(q ?? ''))];
  const words = await meaningsOf(db, neededWords(typed), typed.at(-1), query);
  // Without a similar word in the vocabulary, the exact search has found everything.
  if (fuzzy && !words.some((meanings) => meanings.values().some((fit) => fit <= FIT.oneEdit)))
    return new Matches();
  const filter = keyword ? termOfKeyword(keyword) : undefined;
  if (filter !== undefined && !q) words.push(new Map([[filter, FIT.same]]));
  // A query of punctuation only finds nothing.
  if (words.length === 0) return new Matches();
  const same = keyword ? (await spellingsOf(db, keyword)).map(termOfKeyword) : [];
  const rows = await readTerms(db, reader, words, same);
  return combineWords(words, filter === undefined ? rows : rows.map(asOne(filter, new Set(same))), filter);
}

/** Merges the postings of all spellings of a keyword under the searched spelling's term. */
const asOne =
  (filter: string, same: ReadonlySet<string>) =>
  (row: PostingsRow): PostingsRow =>
    same.has(row.term) ? { ...row, term: filter } : row;

/** `last`: last typed word, the only one that may be a prefix. If it is a stop word, no word is a prefix. */
async function meaningsOf(
  db: Db,
  words: string[],
  last: string | undefined,
  { fuzzy, synonyms }: MatchQuery,
): Promise<Meanings[]> {
  const keysOf = (word: string): string[] => [
    ...(word === last && !isShortPrefix(word) ? [prefixKey(word)] : []),
    ...(fuzzy ? keysOfTyped(word) : []),
  ];
  const keys = words.map(keysOf);
  const vocabulary = await readVocabulary(db, keys.flat());
  return words.map((word, index) => {
    const meanings: Meanings = new Map();
    const add = (term: string, fit: Fit) => {
      if ((meanings.get(term) ?? -1) < fit) meanings.set(term, fit);
    };
    add(termOfWord(word), FIT.same);
    // Scored like a prefix, below the typed word.
    for (const synonym of synonyms.get(termOfWord(word)) ?? []) add(termOfWord(synonym), FIT.prefix);
    if (isShortPrefix(word) && (word === last || isUnspaced(word))) add(termOfPrefix(word), FIT.prefix);
    let left = MAX_MEANINGS;
    for (const candidate of candidatesUnder(vocabulary, keys[index] ?? [])) {
      const fit = fitOf(word, candidate, word === last, fuzzy);
      if (fit === undefined || left === 0) continue;
      left -= 1;
      add(termOfWord(candidate), fit);
    }
    return meanings;
  });
}

/** Keys of the typed word and of its stem, so that `brethings` also finds `breathing`. */
const keysOfTyped = (word: string) => [word, termOfWord(word)].flatMap(omissionsOfTyped);

/** Words of the vocabulary by key. */
type Vocabulary = ReadonlyMap<string, readonly string[]>;

async function readVocabulary(db: Db, keys: readonly string[]): Promise<Vocabulary> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('search_words')
    .select(['key', 'word'])
    .where('key', 'in', [...new Set(keys)])
    .execute();
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byKey].map(([key, its]) => [key, its.map(({ word }) => word)]));
}

/**
 * Returns the words under the keys of one typed word, shorter ones first: an order independent of the
 * engine's collation. A lookup per word keeps long queries fast; comparing all candidates with all typed
 * words takes seconds.
 */
export function candidatesUnder(vocabulary: Vocabulary, keys: readonly string[]): string[] {
  const words = new Set(keys.flatMap((key) => vocabulary.get(key) ?? []));
  return [...words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function fitOf(typed: string, known: string, isLast: boolean, fuzzy: boolean): Fit | undefined {
  if (isLast && known.startsWith(typed)) return FIT.prefix;
  if (!fuzzy) return undefined;
  const edits = Math.min(fuzzyEdits(typed, known), fuzzyEdits(termOfWord(typed), known));
  return edits === 1 ? FIT.oneEdit : edits === 2 ? FIT.twoEdits : undefined;
}

async function readTerms(
  db: Db,
  reader: Reader,
  words: readonly Meanings[],
  keywords: readonly string[],
): Promise<PostingsRow[]> {
  const terms = new Set([...words.flatMap((meanings) => [...meanings.keys()]), ...keywords]);
  const spoken = new Map(
    (opensEverything(reader) ? [false, true] : [false]).flatMap((isLocked) =>
      [...terms].filter(isWordTerm).map((term) => [spokenTerm(term, isLocked), term]),
    ),
  );
  const rows = await db
    .selectFrom('search_postings')
    .selectAll()
    .where('term', 'in', [...terms, ...spoken.keys()])
    .execute();
  return rows.map((row) => ({
    ...row,
    term: spoken.get(row.term) ?? row.term,
    isSpoken: spoken.has(row.term),
  }));
}
