import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { isAdmin, type Reader } from '#platform/http/reader.ts';

/**
 * Keywords of the droplets that this reader may see, the most used first, then by name. Uses are counted as droplets
 * are written; what a reader may not see is taken off, so the work grows with the drafts and not with the catalogue.
 */
export async function keywordsInUse(db: Db, reader: Reader, limit?: number): Promise<string[]> {
  const rows = await db.selectFrom('keyword_uses').selectAll().where('uses', '>', 0).execute();
  const hidden = isAdmin(reader) ? new Map<string, number>() : await usesInDrafts(db);
  return rows
    .map(({ keyword, uses }) => ({ keyword, uses: uses - (hidden.get(keyword) ?? 0) }))
    .filter(({ uses }) => uses > 0)
    .sort((a, b) => b.uses - a.uses || (a.keyword < b.keyword ? -1 : 1))
    .slice(0, limit)
    .map(({ keyword }) => keyword);
}

/** How often keywords stand on droplets that are drafts or lie under one. */
async function usesInDrafts(db: Db): Promise<Map<string, number>> {
  const draft = (table: 'oceans' | 'waves' | 'droplets') =>
    sql<boolean>`${sql.ref(`${table}.is_published`)} = ${sql.lit(false)}`;
  const rows = await db
    .selectFrom((eb) =>
      // A set: a draft under a draft is hidden once.
      eb
        .selectFrom('droplets')
        .where(draft('droplets'))
        .select('droplets.id')
        .union(
          eb
            .selectFrom('waves')
            .innerJoin('droplets', 'droplets.wave_id', 'waves.id')
            .where(draft('waves'))
            .select('droplets.id'),
        )
        .union(
          eb
            .selectFrom('oceans')
            .innerJoin('waves', 'waves.ocean_id', 'oceans.id')
            .innerJoin('droplets', 'droplets.wave_id', 'waves.id')
            .where(draft('oceans'))
            .select('droplets.id'),
        )
        .as('hidden'),
    )
    .innerJoin('droplet_keywords', 'droplet_keywords.droplet_id', 'hidden.id')
    .select((eb) => ['droplet_keywords.keyword', eb.fn.countAll<number>().as('uses')])
    .groupBy('droplet_keywords.keyword')
    .execute();
  return new Map(rows.map(({ keyword, uses }) => [keyword, uses]));
}
