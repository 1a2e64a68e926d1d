import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { ItemTable, Tables } from '#platform/database/tables.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { isPublishedSql, seesDrafts } from '../read/may-open.ts';

/** Sorts 'Zen' after 'breath', and '9 breaths' before '10 breaths'. */
const { compare } = new Intl.Collator('en', { numeric: true });

interface Uses {
  keyword: string;
  uses: number;
}

const mostUsedFirst = (a: Uses, b: Uses) => b.uses - a.uses || compare(a.keyword, b.keyword);

/**
 * Returns the keywords of the droplets that a reader may see, by number of uses, then by name. Writes
 * maintain the counts; uses in drafts are subtracted here, so the work grows with the drafts only. Spellings
 * that differ in case are one keyword, under the most used spelling.
 */
export async function keywordsInUse(db: Db, reader: Reader, limit?: number): Promise<string[]> {
  const rows = await spellings(db);
  const hidden = seesDrafts(reader) ? new Map<string, number>() : await usesInDrafts(db);
  const visible = rows
    .map(({ keyword, uses }) => ({ keyword, uses: uses - (hidden.get(keyword) ?? 0) }))
    .filter(({ uses }) => uses > 0)
    .sort(mostUsedFirst);
  const byKey = new Map<string, Uses>();
  for (const { keyword, uses } of visible) {
    const key = keyword.toLowerCase();
    const first = byKey.get(key);
    byKey.set(key, { keyword: first?.keyword ?? keyword, uses: uses + (first?.uses ?? 0) });
  }
  return [...byKey.values()]
    .sort(mostUsedFirst)
    .slice(0, limit)
    .map(({ keyword }) => keyword);
}

/** Returns all spellings of a keyword in the catalogue that differ only in case. */
export async function spellingsOf(db: Db, keyword: string): Promise<string[]> {
  const key = keyword.toLowerCase();
  return (await spellings(db)).map((row) => row.keyword).filter((other) => other.toLowerCase() === key);
}

const spellings = (db: Db): Promise<Uses[]> =>
  db.selectFrom('keyword_uses').selectAll().where('uses', '>', 0).execute();

/** Counts the keywords of droplets that are drafts or under a draft. */
async function usesInDrafts(db: Db): Promise<Map<string, number>> {
  // Cross joins start from the drafts, which have an index. Exactly one of the three parts counts each hidden
  // droplet: as a draft, under a draft wave, or under a draft ocean.
  const rows = await countKeywords(db.selectFrom('droplets').crossJoin('waves').crossJoin('oceans'))
    .where(isDraftSql('droplets'))
    .where(isPublishedSql('waves'))
    .where(isPublishedSql('oceans'))
    .unionAll(
      countKeywords(db.selectFrom('waves').crossJoin('oceans').crossJoin('droplets'))
        .where(isDraftSql('waves'))
        .where(isPublishedSql('oceans')),
    )
    .unionAll(
      countKeywords(db.selectFrom('oceans').crossJoin('waves').crossJoin('droplets')).where(
        isDraftSql('oceans'),
      ),
    )
    .execute();
  const uses = new Map<string, number>();
  for (const row of rows) uses.set(row.keyword, (uses.get(row.keyword) ?? 0) + row.uses);
  return uses;
}

const isDraftSql = (table: ItemTable) =>
  sql<SqlBool>`${sql.ref(`${table}.is_published`)} = ${sql.lit(false)}`;

const countKeywords = (items: SelectQueryBuilder<Tables, ItemTable, object>) =>
  items
    .crossJoin('droplet_keywords')
    .whereRef('oceans.id', '=', 'waves.ocean_id')
    .whereRef('waves.id', '=', 'droplets.wave_id')
    .whereRef('droplets.id', '=', 'droplet_keywords.droplet_id')
    .select(['keyword', (eb) => eb.fn.countAll<number>().as('uses')])
    .groupBy('keyword');
