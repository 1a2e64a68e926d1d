import { sql } from 'kysely';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { indexTexts } from './index-texts.ts';
import type { SearchedText } from './terms.ts';

/** Ids per statement. */
const AT_ONCE = 5000;

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

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += AT_ONCE) yield list.slice(start, start + AT_ONCE);
}
