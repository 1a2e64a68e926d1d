import type { Db } from '#platform/database/open.ts';
import {
  editsBetween,
  editsForgiven,
  isForgiving,
  omissionsOfTyped,
} from '#platform/database/search/misspelling.ts';
import { BLOCK_SIZE, idAt, readPostings, type Worth } from '#platform/database/search/postings.ts';
import {
  isShortStart,
  startKey,
  termOfKeyword,
  termOfStart,
  termOfWord,
} from '#platform/database/search/terms.ts';
import { isUnspaced, lettersOf, wordsTyped } from '#platform/database/search/words.ts';

/** How a word of the catalogue answers to a typed one; the better is the greater number. */
const FIT = { same: 3, begins: 2, oneEdit: 1, twoEdits: 0 } as const;
type Fit = (typeof FIT)[keyof typeof FIT];

/** A title counts more than a keyword, a keyword more than a description; only among equals does the fit decide. */
const PLACE_WORTH = { title: 16, keyword: 8, description: 4 };

/** More words of the catalogue than this for one typed word help nobody. */
const MOST_MEANINGS = 400;

/** For every term that a typed word may mean: how well it fits. */
type Meanings = Map<string, Fit>;

/** Ids with their scores, block by block; a score of 0 is no match. */
export class Matches {
  readonly #blocks = new Map<number, Uint16Array>();
  #highest = 0;

  add(block: number, scores: Uint16Array, highest: number): void {
    this.#blocks.set(block, scores);
    this.#highest = Math.max(this.#highest, highest);
  }

  scoreOf(block: number, slot: number): number {
    return this.#blocks.get(block)?.[slot] ?? 0;
  }

  /** How many ids have each score, the highest first. */
  countByScore(): [score: number, count: number][] {
    const counts = new Uint32Array(this.#highest + 1);
    for (const scores of this.#blocks.values())
      for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
        const score = scores[slot] as number;
        counts[score] = (counts[score] as number) + 1;
      }
    return [...counts.entries()].filter(([score, count]) => score > 0 && count > 0).reverse();
  }

  /** One in how many ids has a score that so many have, about. */
  sparsenessOf(count: number): number {
    return (this.#blocks.size * BLOCK_SIZE) / count;
  }

  /** The ids with scores between two bounds, both included. */
  *idsBetween(lowest: number, highest: number): Generator<[id: number, score: number]> {
    for (const [block, scores] of this.#blocks)
      for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
        const score = scores[slot] as number;
        if (score >= lowest && score <= highest && score > 0) yield [idAt(block, slot), score];
      }
  }
}

/**
 * The ids that answer to every word of a query and bear the keyword. The last word may be the beginning of one;
 * `forgiving` also takes words that a typing error away. Who may see the items is not asked here.
 */
export async function findMatches(
  db: Db,
  wish: { q: string | undefined; keyword: string | undefined; forgiving: boolean },
): Promise<Matches> {
  const words = [...new Set(wordsTyped(wish.q ?? ''))];
  const everything = await meaningsOf(db, words, wish.forgiving);
  if (wish.keyword) everything.push(new Map([[termOfKeyword(wish.keyword), FIT.same]]));
  // A query of signs alone names nothing that could be found.
  if (everything.length === 0 || (wish.q && words.length === 0)) return new Matches();
  // Forgiving, but with no other word that could have been meant: what was found before is all there is.
  if (wish.forgiving && !everything.some((meanings) => meanings.values().some((fit) => fit <= FIT.oneEdit)))
    return new Matches();
  return combine(everything, await readTerms(db, everything));
}

async function meaningsOf(db: Db, words: string[], forgiving: boolean): Promise<Meanings[]> {
  const last = words.at(-1);
  const keys = new Set<string>();
  if (last !== undefined && !isShortStart(last)) keys.add(startKey(last));
  if (forgiving) for (const word of words) for (const key of keysOfTyped(word)) keys.add(key);
  const known = await wordsUnder(db, [...keys]);
  return words.map((word) => {
    const meanings: Meanings = new Map();
    const add = (term: string, fit: Fit) => {
      if ((meanings.get(term) ?? -1) < fit) meanings.set(term, fit);
    };
    add(termOfWord(word), FIT.same);
    if (isShortStart(word) && (word === last || isUnspaced(word))) add(termOfStart(word), FIT.begins);
    let left = MOST_MEANINGS;
    for (const candidate of known) {
      const fit = fitOf(word, candidate, word === last, forgiving);
      if (fit === undefined || left === 0) continue;
      left -= 1;
      add(termOfWord(candidate), fit);
    }
    return meanings;
  });
}

/** Typing errors are looked for in the word and in its stem: `brethings` means `breathing` as well. */
const keysOfTyped = (word: string) => [word, termOfWord(word)].flatMap(omissionsOfTyped);

/** In one order on both engines, whatever their collation: the shorter ones first. */
async function wordsUnder(db: Db, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .distinct()
    .where('key', 'in', keys)
    .execute();
  return rows.map(({ word }) => word).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function fitOf(typed: string, known: string, isLast: boolean, forgiving: boolean): Fit | undefined {
  if (isLast && known.startsWith(typed)) return FIT.begins;
  if (!forgiving) return undefined;
  const edits = Math.min(...[typed, termOfWord(typed)].map((form) => forgivenEdits(form, known)));
  return edits === 1 ? FIT.oneEdit : edits === 2 ? FIT.twoEdits : undefined;
}

function forgivenEdits(typed: string, known: string): number {
  const forgiven = isForgiving(typed) ? editsForgiven(lettersOf(typed).length) : 0;
  if (Math.abs(typed.length - known.length) > 2 * forgiven) return Number.POSITIVE_INFINITY;
  const edits = editsBetween(typed, known);
  return edits <= forgiven ? Math.max(1, edits) : Number.POSITIVE_INFINITY;
}

interface PostingsRow {
  term: string;
  block: number;
  ids: Uint8Array;
}

async function readTerms(db: Db, everything: Meanings[]): Promise<Map<number, PostingsRow[]>> {
  const terms = [...new Set(everything.flatMap((meanings) => [...meanings.keys()]))];
  const rows = await db.selectFrom('search_postings').selectAll().where('term', 'in', terms).execute();
  return Map.groupBy(rows, ({ block }) => block);
}

/** Adds up what each id has for each word, as long as it has something for all of them. */
function combine(everything: Meanings[], blocks: Map<number, PostingsRow[]>): Matches {
  const matches = new Matches();
  const best = new Uint8Array(BLOCK_SIZE);
  const alive = new Uint16Array(BLOCK_SIZE);
  for (const [block, rows] of blocks) {
    const parts = everything.map((meanings) => rows.filter(({ term }) => meanings.has(term)));
    if (parts.some((part) => part.length === 0)) continue;
    const total = new Uint16Array(BLOCK_SIZE);
    let living = BLOCK_SIZE;
    let highest = 0;
    for (let slot = 0; slot < BLOCK_SIZE; slot += 1) alive[slot] = slot;
    // The rarest word first: the others are then looked at for few ids.
    const order = parts.map((_, word) => word).sort((a, b) => bytesOf(parts[a]) - bytesOf(parts[b]));
    for (const word of order) {
      best.fill(0);
      for (const { term, ids } of parts[word] as PostingsRow[])
        readPostings(ids, best, worthOf((everything[word] as Meanings).get(term) as Fit));
      let left = 0;
      highest = 0;
      for (let index = 0; index < living; index += 1) {
        const slot = alive[index] as number;
        const score = best[slot] as number;
        const sum = score === 0 ? 0 : (total[slot] as number) + score;
        total[slot] = sum;
        if (sum === 0) continue;
        alive[left++] = slot;
        if (sum > highest) highest = sum;
      }
      living = left;
      if (living === 0) break;
    }
    if (living > 0) matches.add(block, total, highest);
  }
  return matches;
}

const bytesOf = (rows: readonly PostingsRow[] = []) => rows.reduce((sum, { ids }) => sum + ids.length, 0);

const worthOf = (fit: Fit): Worth => [
  0,
  PLACE_WORTH.description + fit,
  PLACE_WORTH.keyword + fit,
  PLACE_WORTH.title + fit,
];
