import { bumpCatalogue } from '../bump-catalogue.ts';
import type { Db } from '../open.ts';
import { BLOCK_SIZE, blockOf, readPostings, slotOf, writePostings } from './postings.ts';
import {
  entriesOf,
  isKeywordEntry,
  ownKey,
  type SearchedText,
  termsOfEntry,
  vocabularyKeys,
} from './terms.ts';

/** Values in one statement; both engines take far more. */
const AT_ONCE = 4000;

/** What changes in a block: term → slot → place, 0 for "no longer". */
type Changes = Map<number, Map<string, Map<number, number>>>;

/**
 * Writes texts into the search index under their ids, in place of what stood there; a null text takes the id out.
 * Belongs into the transaction that changes the items. Writers on all nodes take turns, readers wait for nobody.
 */
export async function indexTexts(db: Db, texts: ReadonlyMap<number, SearchedText | null>): Promise<void> {
  if (texts.size === 0) return;
  if (!db.isTransaction) return db.transaction().execute((within) => indexTexts(within, texts));
  // Rows of the index are read, changed and written back: the version's row is the lock that makes writers take turns.
  await bumpCatalogue(db);
  const changes: Changes = new Map();
  /** A later call may better the place that an earlier one gave, but for 0, which is only the start. */
  const change = (id: number, entry: string, place: number) => {
    const block = getOrMake(changes, blockOf(id), () => new Map<string, Map<number, number>>());
    for (const term of termsOfEntry(entry)) {
      const slots = getOrMake(block, term, () => new Map<number, number>());
      slots.set(slotOf(id), Math.max(slots.get(slotOf(id)) ?? 0, place));
    }
  };
  const ids = [...texts.keys()];
  for (const document of await indexedDocuments(db, ids))
    for (const entry of JSON.parse(document.entries) as string[]) change(document.id, entry, 0);
  const documents: { id: number; entries: string }[] = [];
  const words = new Set<string>();
  for (const [id, text] of texts) {
    if (!text) continue;
    const entries = entriesOf(text);
    for (const [entry, place] of entries) {
      change(id, entry, place);
      if (!isKeywordEntry(entry)) words.add(entry);
    }
    documents.push({ id, entries: JSON.stringify([...entries.keys()]) });
  }
  for (const [block, terms] of changes) await changeBlock(db, block, terms);
  for (const some of chunks(ids)) await db.deleteFrom('search_documents').where('id', 'in', some).execute();
  for (const some of chunks(documents)) await db.insertInto('search_documents').values(some).execute();
  await learnWords(db, [...words]);
}

async function indexedDocuments(db: Db, ids: number[]): Promise<{ id: number; entries: string }[]> {
  const found = [];
  for (const some of chunks(ids))
    found.push(await db.selectFrom('search_documents').selectAll().where('id', 'in', some).execute());
  return found.flat();
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
    const written: { term: string; block: number; ids: Uint8Array }[] = [];
    const emptied: string[] = [];
    const places = new Uint8Array(BLOCK_SIZE);
    for (const term of terms) {
      places.fill(0);
      readPostings(before.get(term) ?? NOTHING, places);
      for (const [slot, place] of changes.get(term) ?? []) places[slot] = place;
      const ids = writePostings(places);
      if (ids) written.push({ term, block, ids });
      else if (before.has(term)) emptied.push(term);
    }
    if (written.length > 0)
      await db
        .insertInto('search_postings')
        .values(written)
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

/** Adds words to the vocabulary. One that no text holds any more stays in it and leads to nothing. */
async function learnWords(db: Db, words: string[]): Promise<void> {
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

const NOTHING = new Uint8Array();

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += AT_ONCE) yield list.slice(start, start + AT_ONCE);
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const there = map.get(key);
  if (there !== undefined) return there;
  const made = make();
  map.set(key, made);
  return made;
}
