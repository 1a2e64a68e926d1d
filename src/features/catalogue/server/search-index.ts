import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { indexTexts } from '#platform/database/search/index-texts.ts';
import type { SearchedText } from '#platform/database/search/terms.ts';

/** Ids in one statement. */
const AT_ONCE = 5000;

/**
 * Makes droplets findable by title, description and keywords, in place of what was said of them before. To be called in
 * the transaction that writes the rows. Whether a reader may see a droplet is asked when they search.
 */
export async function indexDroplets(db: Db, texts: ReadonlyMap<number, SearchedText>): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((within) => indexDroplets(within, texts));
  await indexTexts(db, texts);
  await replaceKeywords(db, texts);
}

/** Takes droplets out of search and keywords. To be called in the transaction that deletes them, before the rows go. */
export async function unindexDroplets(db: Db, ids: readonly number[]): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((within) => unindexDroplets(within, ids));
  await indexTexts(db, new Map(ids.map((id) => [id, null])));
  await replaceKeywords(db, new Map(ids.map((id) => [id, { keywords: [] }])));
}

async function replaceKeywords(db: Db, items: ReadonlyMap<number, { keywords: readonly string[] }>) {
  const uses = new Map<string, number>();
  const count = (keyword: string, more: number) => uses.set(keyword, (uses.get(keyword) ?? 0) + more);
  for (const ids of chunks([...items.keys()])) {
    const gone = await db
      .deleteFrom('droplet_keywords')
      .where('droplet_id', 'in', ids)
      .returning('keyword')
      .execute();
    for (const { keyword } of gone) count(keyword, -1);
  }
  const rows = [...items].flatMap(([id, { keywords }]) =>
    [...new Set(keywords)].map((keyword) => ({ droplet_id: id, keyword })),
  );
  for (const { keyword } of rows) count(keyword, 1);
  for (const some of chunks(rows)) await db.insertInto('droplet_keywords').values(some).execute();
  const changed = [...uses]
    .filter(([, more]) => more !== 0)
    .map(([keyword, more]) => ({ keyword, uses: more }));
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
