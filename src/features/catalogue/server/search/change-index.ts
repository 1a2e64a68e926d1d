import type { Db } from '#platform/database/open.ts';
import { BLOCK_SIZE, blockOf, readPostings, slotOf, writePostings } from './postings.ts';
import { ownKey, vocabularyKeys } from './terms.ts';

/** Values per statement; both engines accept far more. */
const AT_ONCE = 4000;
const EMPTY = new Uint8Array();

/** Pending changes of the search index: block, term and slot to the new part, 0 for a removal. */
export class IndexChanges {
  readonly #blocks = new Map<number, Map<string, Map<number, number>>>();

  /** Adds an id to terms, or removes it with part 0. The most important part wins. */
  add(id: number, terms: readonly string[], part: number): void {
    const block = getOrMake(this.#blocks, blockOf(id), () => new Map<string, Map<number, number>>());
    for (const term of terms) {
      const slots = getOrMake(block, term, () => new Map<number, number>());
      slots.set(slotOf(id), Math.max(slots.get(slotOf(id)) ?? 0, part));
    }
  }

  async write(db: Db): Promise<void> {
    for (const [block, terms] of this.#blocks) await changeBlock(db, block, terms);
  }
}

async function changeBlock(db: Db, block: number, changes: Map<string, Map<number, number>>): Promise<void> {
  for (const terms of chunks([...changes.keys()])) {
    const rows = await db
      .selectFrom('search_postings')
      .selectAll()
      .where('term', 'in', terms)
      .where('block', '=', block)
      .execute();
    const before = new Map(rows.map((row) => [row.term, row.ids]));
    const changed: { term: string; block: number; ids: Uint8Array }[] = [];
    const emptied: string[] = [];
    const parts = new Uint8Array(BLOCK_SIZE);
    for (const term of terms) {
      parts.fill(0);
      readPostings(before.get(term) ?? EMPTY, parts);
      for (const [slot, part] of changes.get(term) ?? []) parts[slot] = part;
      const ids = writePostings(parts);
      if (ids) changed.push({ term, block, ids });
      else if (before.has(term)) emptied.push(term);
    }
    if (changed.length > 0)
      await db
        .insertInto('search_postings')
        .values(changed)
        .onConflict((conflict) =>
          conflict.columns(['term', 'block']).doUpdateSet((eb) => ({ ids: eb.ref('excluded.ids') })),
        )
        .execute();
    if (emptied.length > 0)
      await db
        .deleteFrom('search_postings')
        .where('term', 'in', emptied)
        .where('block', '=', block)
        .execute();
  }
}

/** Adds words to the vocabulary. Words that no text contains any more stay, and match nothing. */
export async function addWords(db: Db, words: string[]): Promise<void> {
  for (const some of chunks(words)) {
    const known = await db
      .selectFrom('search_words')
      .select('word')
      .where('key', 'in', some.map(ownKey))
      .execute();
    const seen = new Set(known.map(({ word }) => word));
    const fresh = some.filter((word) => !seen.has(word));
    for (const rows of chunks(fresh.flatMap((word) => vocabularyKeys(word).map((key) => ({ key, word })))))
      await db.insertInto('search_words').values(rows).execute();
  }
}

export function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += AT_ONCE) yield list.slice(start, start + AT_ONCE);
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = make();
  map.set(key, made);
  return made;
}
