import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { selectDroplets, selectOceans, selectWaves } from '#features/catalogue/server/read/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { type HasKey, prepareLookup } from '#platform/database/prepare-query.ts';
import type { Member, Tier, Viewer } from '#platform/http/serve/reader.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { noteRemovals } from './removals.ts';

/*
 * Favorites may refer to items that are hidden from the reader, such as drafts. Responses omit them, but
 * their rows stay, so that an item is still a favorite when it is visible again.
 */

/** Condition that a reader may see a favorite's item. SQLite takes a fifth of the time of three joins. */
const isVisible = (db: Db, viewer: Viewer) => {
  const item = sql.ref<number>('favorites.item_id');
  const ocean = selectOceans(db, viewer).clearSelect().select('oceans.id').where('oceans.id', '=', item);
  const wave = selectWaves(db, viewer).clearSelect().select('waves.id').where('waves.id', '=', item);
  const droplet = selectDroplets(db, viewer)
    .clearSelect()
    .select('droplets.id')
    .where('droplets.id', '=', item);
  return sql<SqlBool>`case favorites.item_type
    when 'ocean' then exists ${ocean} when 'wave' then exists ${wave} else exists ${droplet} end`;
};

/** Selects references to favorites that a reader of a tier may see. */
export const visibleFavorites = (db: Db, viewer: Viewer) =>
  db.selectFrom('favorites').select(['item_type', 'item_id']).where(isVisible(db, viewer));

export const toRef = (row: { item_type: FavoriteRef['itemType']; item_id: number }): FavoriteRef => ({
  itemType: row.item_type,
  itemId: row.item_id,
});

/** Selects the favorites of a lookup's member, newest first, with the member as `key`. */
export const newestOf = <DB, TB extends keyof DB, Row>(
  hasKey: HasKey,
  favorites: SelectQueryBuilder<DB, TB, Row>,
) =>
  favorites
    .select(sql<number>`favorites.user_id`.as('key'))
    .where(hasKey('favorites.user_id'))
    .orderBy(sql`favorites.created_at`, 'desc')
    .orderBy(sql`favorites.id`, 'desc');

const newestReferences = prepareLookup('bigint', (db, hasKey, tier: Tier) =>
  newestOf(hasKey, visibleFavorites(db, { tier })),
);

export const favoritesOf = async (db: Db, { userId, tier }: Member): Promise<FavoriteRef[]> =>
  (await newestReferences(db, userId, tier)).map(toRef);

/** Adds a favorite once, even when called twice or concurrently. Returns whether it is new. */
export async function addFavorite(
  db: Db,
  userId: number,
  { itemType, itemId }: FavoriteRef,
): Promise<boolean> {
  const added = await db
    .insertInto('favorites')
    .values({ user_id: userId, item_type: itemType, item_id: itemId, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'item_type', 'item_id']).doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

export const removeFavorite = (db: Db, userId: number, { itemType, itemId }: FavoriteRef): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('favorites')
      .where('user_id', '=', userId)
      .where('item_type', '=', itemType)
      .where('item_id', '=', itemId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await noteRemovals(transaction, userId, [{ itemType, itemId, at: Date.now() }]);
  });
