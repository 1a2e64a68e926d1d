import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { addWords, chunks, IndexChanges } from './change-index.ts';
import { indexSpokenWords, unindexSpokenWords } from './spoken-words.ts';
import { entriesOf, isKeywordEntry, type SearchedText, termsOfEntry } from './terms.ts';

/**
 * Indexes droplets by title, description, keywords and captions, replacing their earlier entries. Runs in the
 * transaction that writes the rows. A search decides at read time whether a reader may see a droplet.
 */
export async function indexDroplets(
  db: CatalogueTransaction,
  texts: ReadonlyMap<number, SearchedText>,
): Promise<void> {
  await indexTexts(db, texts);
  await indexSpokenWords(db, [...texts.keys()]);
}

/** Does the same for droplets whose captions and access are as before. */
export async function indexTexts(
  db: CatalogueTransaction,
  texts: ReadonlyMap<number, SearchedText>,
): Promise<void> {
  await replaceTexts(db, texts);
  await replaceKeywords(db, texts);
}

/** Removes droplets from the index and the keyword counts. Runs before the transaction deletes the rows. */
export async function unindexDroplets(db: CatalogueTransaction, ids: readonly number[]): Promise<void> {
  await replaceTexts(db, new Map(ids.map((id) => [id, null])));
  await replaceKeywords(db, new Map(ids.map((id) => [id, { keywords: [] }])));
  await unindexSpokenWords(db, ids);
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
async function replaceTexts(
  db: CatalogueTransaction,
  texts: ReadonlyMap<number, SearchedText | null>,
): Promise<void> {
  if (texts.size === 0) return;
  const changes = new IndexChanges();
  const ids = [...texts.keys()];
  for (const document of await indexedDocuments(db, ids))
    for (const entry of JSON.parse(document.entries) as string[])
      changes.add(document.id, termsOfEntry(entry), 0);
  const documents: { id: number; entries: string }[] = [];
  const words = new Set<string>();
  for (const [id, text] of texts) {
    if (!text) continue;
    const entries = entriesOf(text);
    for (const [entry, part] of entries) {
      changes.add(id, termsOfEntry(entry), part);
      if (!isKeywordEntry(entry)) words.add(entry);
    }
    documents.push({ id, entries: JSON.stringify([...entries.keys()]) });
  }
  await changes.write(db);
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
