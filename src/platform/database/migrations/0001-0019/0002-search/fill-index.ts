import type { Db } from '../../../open.ts';
import {
  BLOCK_SIZE,
  type DropletText,
  encodePostings,
  entriesOf,
  termsOf,
  vocabularyKeys,
} from './index-rows.ts';

/*
 * Frozen with migration 0002. A released migration must not change with the current index, so it has its own
 * code.
 */

/** Droplets per query. */
const BATCH = 1000;
/** Rows per insert; both engines accept far more parameters. */
const ROWS = 4000;

/** Fills the empty search index from the droplets in the database, block by block. */
export async function fillIndex(db: Db): Promise<void> {
  const knownWords = new Set<string>();
  let block = new Block(0);
  for await (const { id, text } of droplets(db)) {
    const number = Math.floor(id / BLOCK_SIZE);
    if (number !== block.number) {
      await block.insert(db, knownWords);
      block = new Block(number);
    }
    block.add(id, text);
  }
  await block.insert(db, knownWords);
}

async function* droplets(db: Db): AsyncGenerator<{ id: number; text: DropletText }> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('droplets')
      .select(['id', 'title', 'description', 'keywords'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, title, description, keywords } of rows)
      yield { id, text: { title, description, keywords: JSON.parse(keywords) as string[] } };
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Index rows of {@link BLOCK_SIZE} consecutive ids. */
class Block {
  readonly number: number;
  /** Term → slot → weight. */
  readonly #terms = new Map<string, Map<number, number>>();
  readonly #documents: { id: number; entries: string }[] = [];
  readonly #words = new Set<string>();

  constructor(number: number) {
    this.number = number;
  }

  add(id: number, text: DropletText): void {
    const entries = entriesOf(text);
    for (const [entry, weight] of entries) {
      if (!entry.startsWith('#')) this.#words.add(entry);
      for (const term of termsOf(entry)) this.#raise(term, id % BLOCK_SIZE, weight);
    }
    this.#documents.push({ id, entries: JSON.stringify([...entries.keys()]) });
  }

  #raise(term: string, slot: number, weight: number): void {
    const weights = this.#terms.get(term) ?? new Map<number, number>();
    this.#terms.set(term, weights.set(slot, Math.max(weights.get(slot) ?? 0, weight)));
  }

  async insert(db: Db, knownWords: Set<string>): Promise<void> {
    const postings = [...this.#terms].map(([term, weights]) => ({
      term,
      block: this.number,
      ids: encodePostings(weights),
    }));
    const words = [...this.#words]
      .filter((word) => !knownWords.has(word))
      .flatMap((word) => vocabularyKeys(word).map((key) => ({ key, word })));
    for (const word of this.#words) knownWords.add(word);
    for (const rows of chunks(postings)) await db.insertInto('search_postings').values(rows).execute();
    for (const rows of chunks(this.#documents))
      await db.insertInto('search_documents').values(rows).execute();
    for (const rows of chunks(words)) await db.insertInto('search_words').values(rows).execute();
  }
}

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += ROWS) yield list.slice(start, start + ROWS);
}
