import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { BLOCK_SIZE, blockOf, readPostings, slotOf, writePostings } from './postings.ts';
import {
  entriesOf,
  isKeywordEntry,
  ownKey,
  type SearchedText,
  termsOfEntry,
  vocabularyKeys,
} from './terms.ts';

/** Values per statement; both engines accept far more. */
const AT_ONCE = 4000;

/** Changes by block, term and slot: the new part, 0 for a removal. */
type Changes = Map<number, Map<string, Map<number, number>>>;

/**
 * Indexes droplets by title, description and keywords, replacing their earlier entries. Runs in the
 * transaction that writes the rows. A search decides at read time whether a reader may see a droplet.
 */
export async function indexDroplets(
  db: CatalogueTransaction,
  texts: ReadonlyMap<number, SearchedText>,
): Promise<void> {
  await indexTexts(db, texts);
  await replaceKeywords(db, texts);
}

/** Removes droplets from the index and the keyword counts. Runs before the transaction deletes the rows. */
export async function unindexDroplets(db: CatalogueTransaction, ids: readonly number[]): Promise<void> {
  await indexTexts(db, new Map(ids.map((id) => [id, null])));
  await replaceKeywords(db, new Map(ids.map((id) => [id, { keywords: [] }])));
}

async function replaceKeywords(
  db: CatalogueTransaction,
  items: ReadonlyMap<number, { keywords: readonly string[] }>,
): Promise<void> {
  const uses = new Map<string, number>();
  const count = (keyword: string, change: number) => uses.set(keyword, (uses.get(keyword) ?? 0) + change);
  for (const ids of chunks([...items.keys()])) {
    const deleted = await db
      .deleteFrom('droplet_keywords')
      .where('droplet_id', 'in', ids)
      .returning('keyword')
      .execute();
    for (const { keyword } of deleted) count(keyword, -1);
  }
  const rows = [...items].flatMap(([id, { keywords }]) =>
    [...new Set(keywords)].map((keyword) => ({ droplet_id: id, keyword })),
  );
  for (const { keyword } of rows) count(keyword, 1);
  for (const some of chunks(rows)) await db.insertInto('droplet_keywords').values(some).execute();
  const changed = [...uses]
    .filter(([, change]) => change !== 0)
    .map(([keyword, change]) => ({ keyword, uses: change }));
  for (const some of chunks(changed))
    await db
      .insertInto('keyword_uses')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('keyword').doUpdateSet({ uses: sql<number>`keyword_uses.uses + excluded.uses` }),
      )
      .execute();
}

/**
 * Indexes texts under their ids, replacing their earlier entries; a null text removes the id. The catalogue's
 * transaction is the lock that keeps two writers from changing the same rows.
 */
async function indexTexts(
  db: CatalogueTransaction,
  texts: ReadonlyMap<number, SearchedText | null>,
): Promise<void> {
  if (texts.size === 0) return;
  const changes: Changes = new Map();
  /** Several entries can have a term; the most important part counts. */
  const change = (id: number, entry: string, part: number) => {
    const block = getOrMake(changes, blockOf(id), () => new Map<string, Map<number, number>>());
    for (const term of termsOfEntry(entry)) {
      const slots = getOrMake(block, term, () => new Map<number, number>());
      slots.set(slotOf(id), Math.max(slots.get(slotOf(id)) ?? 0, part));
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
    for (const [entry, part] of entries) {
      change(id, entry, part);
      if (!isKeywordEntry(entry)) words.add(entry);
    }
    documents.push({ id, entries: JSON.stringify([...entries.keys()]) });
  }
  for (const [block, terms] of changes) await changeBlock(db, block, terms);
  for (const some of chunks(ids)) await db.deleteFrom('search_documents').where('id', 'in', some).execute();
  for (const some of chunks(documents)) await db.insertInto('search_documents').values(some).execute();
  await addWords(db, [...words]);
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
async function addWords(db: Db, words: string[]): Promise<void> {
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

const EMPTY = new Uint8Array();

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += AT_ONCE) yield list.slice(start, start + AT_ONCE);
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = make();
  map.set(key, made);
  return made;
}
