import { BLOCK_SIZE, idAt, idsIn, type PartScores, readPostings } from './postings.ts';

/** Kinds of a match between a word of the catalogue and a typed one. A higher number is better. */
export const FIT = { same: 3, prefix: 2, oneEdit: 1, twoEdits: 0 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** The terms that a typed word may mean. */
export type Meanings = Map<string, Fit>;

/**
 * The part of the text outweighs the fit: a prefix in a title scores above an exact word among the keywords.
 */
const PART_SCORES = { title: 16, keyword: 8, description: 4, spoken: 1 };

const scoresOf = (fit: Fit, isSpoken: boolean): PartScores => [
  0,
  (isSpoken ? PART_SCORES.spoken : PART_SCORES.description) + fit,
  PART_SCORES.keyword + fit,
  PART_SCORES.title + fit,
];

export interface PostingsRow {
  term: string;
  block: number;
  ids: Uint8Array;
  /** The term is from captions. */
  isSpoken: boolean;
}

/** Factor of a word's weight. The sum of the part scores is capped below it. */
const WORD_SCORE = 256;

/** Ids with their scores, in blocks. A score of 0 is no match. */
export class Matches {
  /** Lowest score of ids that contain every word. */
  readonly complete: number;
  readonly #blocks = new Map<number, Uint32Array>();
  #highest = 0;

  constructor(complete = 0) {
    this.complete = complete;
  }

  add(block: number, scores: Uint32Array, highest: number): void {
    this.#blocks.set(block, scores);
    this.#highest = Math.max(this.#highest, highest);
  }

  scoreOf(block: number, slot: number): number {
    return this.#blocks.get(block)?.[slot] ?? 0;
  }

  /** Returns each score with its number of ids, the highest first. */
  countByScore(): [score: number, count: number][] {
    const counts = new Uint32Array(this.#highest + 1);
    for (const scores of this.#blocks.values())
      for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
        const score = scores[slot] as number;
        counts[score] = (counts[score] as number) + 1;
      }
    return [...counts.entries()].filter(([score, count]) => score > 0 && count > 0).reverse();
  }

  /** Estimates the average distance, in ids, between `count` matches. */
  sparsenessOf(count: number): number {
    return (this.#blocks.size * BLOCK_SIZE) / count;
  }

  /** Yields the ids with scores from `lowest` to `highest`, both included. */
  *idsBetween(lowest: number, highest: number): Generator<[id: number, score: number]> {
    for (const [block, scores] of this.#blocks)
      for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
        const score = scores[slot] as number;
        if (score >= lowest && score <= highest && score > 0) yield [idAt(block, slot), score];
      }
  }
}

/**
 * Scores the ids that match any of the words and have the filter's term, if any. The rarity of words counts
 * first, then the parts of the text. An id with all words scores above every id without.
 */
export function combineWords(
  words: readonly Meanings[],
  rows: readonly PostingsRow[],
  filter?: string,
): Matches {
  const weights = weigh(words, rows);
  const matches = new Matches(weights.reduce((sum, weight) => sum + weight, 0) * WORD_SCORE);
  const best = new Uint8Array(BLOCK_SIZE);
  const parts = new Uint16Array(BLOCK_SIZE);
  for (const [block, blockRows] of Map.groupBy(rows, (row) => row.block)) {
    if (filter !== undefined && !blockRows.some(({ term }) => term === filter)) continue;
    const total = new Uint32Array(BLOCK_SIZE);
    parts.fill(0);
    for (const [index, meanings] of words.entries()) {
      const weight = (weights[index] as number) * WORD_SCORE;
      best.fill(0);
      for (const { term, ids, isSpoken } of blockRows) {
        const fit = meanings.get(term);
        if (fit !== undefined) readPostings(ids, best, scoresOf(fit, isSpoken));
      }
      for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
        const score = best[slot] as number;
        if (score === 0) continue;
        total[slot] = (total[slot] as number) + weight;
        parts[slot] = (parts[slot] as number) + score;
      }
    }
    if (filter !== undefined) keepOnly(total, blockRows, filter);
    let highest = 0;
    for (let slot = 0; slot < BLOCK_SIZE; slot += 1) {
      if (total[slot] === 0) continue;
      const score = (total[slot] as number) + Math.min(parts[slot] as number, WORD_SCORE - 1);
      total[slot] = score;
      if (score > highest) highest = score;
    }
    if (highest > 0) matches.add(block, total, highest);
  }
  return matches;
}

function keepOnly(total: Uint32Array, rows: readonly PostingsRow[], filter: string): void {
  const kept = new Uint8Array(BLOCK_SIZE);
  for (const { term, ids } of rows) if (term === filter) readPostings(ids, kept);
  for (let slot = 0; slot < BLOCK_SIZE; slot += 1) if (kept[slot] === 0) total[slot] = 0;
}

/**
 * Returns each word's weight: 1, plus 1 for each factor of four in rarity. This coarse scale keeps weights,
 * and so the order, stable between two pages.
 */
function weigh(words: readonly Meanings[], rows: readonly PostingsRow[]): number[] {
  const blocks = rows.reduce((most, { block }) => Math.max(most, block + 1), 0);
  return words.map((meanings) => {
    let ids = 1;
    for (const row of rows) if (meanings.has(row.term)) ids += idsIn(row.ids);
    return 1 + Math.max(0, Math.floor(Math.log2((blocks * BLOCK_SIZE) / ids) / 2));
  });
}
