import { selectDroplets, selectOceans, selectWaves } from '#features/catalogue/server/read/queries.ts';
import { toDroplet, toOcean, toWave } from '#features/catalogue/server/read/rows.ts';
import type { Db } from '#platform/database/open.ts';
import type { Member } from '#platform/http/serve/reader.ts';
import type { FavoriteItems, FavoriteRef } from '../contract/schemas.ts';

/* Favorites refer to items that the reader may not see now, such as drafts. No response contains these, but
   their rows stay, so that an item that comes back is a favorite again. */

const favoriteOceans = (db: Db, member: Member) =>
  selectOceans(db, member).innerJoin('favorites', (join) =>
    join
      .onRef('favorites.item_id', '=', 'oceans.id')
      .on('favorites.item_type', '=', 'ocean')
      .on('favorites.user_id', '=', member.userId),
  );

const favoriteWaves = (db: Db, member: Member) =>
  selectWaves(db, member).innerJoin('favorites', (join) =>
    join
      .onRef('favorites.item_id', '=', 'waves.id')
      .on('favorites.item_type', '=', 'wave')
      .on('favorites.user_id', '=', member.userId),
  );

const favoriteDroplets = (db: Db, member: Member) =>
  selectDroplets(db, member).innerJoin('favorites', (join) =>
    join
      .onRef('favorites.item_id', '=', 'droplets.id')
      .on('favorites.item_type', '=', 'droplet')
      .on('favorites.user_id', '=', member.userId),
  );

/** Selects the favorites that the reader may see, limited to `among` if given. One statement. */
function visibleFavorites(db: Db, member: Member, among?: readonly FavoriteRef[]) {
  const columns = [
    'item_type',
    'item_id',
    'favorites.id as favorite_id',
    'favorites.created_at as since',
  ] as const;
  // A list in SQL cannot be empty. No item has the id 0.
  const idsOf = (type: FavoriteRef['itemType']) => [
    0,
    ...(among ?? []).filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId),
  ];
  return favoriteOceans(db, member)
    .$if(among !== undefined, (query) => query.where('favorites.item_id', 'in', idsOf('ocean')))
    .clearSelect()
    .select(columns)
    .unionAll(
      favoriteWaves(db, member)
        .$if(among !== undefined, (query) => query.where('favorites.item_id', 'in', idsOf('wave')))
        .clearSelect()
        .select(columns),
    )
    .unionAll(
      favoriteDroplets(db, member)
        .$if(among !== undefined, (query) => query.where('favorites.item_id', 'in', idsOf('droplet')))
        .clearSelect()
        .select(columns),
    );
}

const toRef = (row: { item_type: FavoriteRef['itemType']; item_id: number }): FavoriteRef => ({
  itemType: row.item_type,
  itemId: row.item_id,
});

export async function favoritesOf(db: Db, member: Member): Promise<FavoriteRef[]> {
  const rows = await visibleFavorites(db, member)
    .orderBy('since', 'desc')
    .orderBy('favorite_id', 'desc')
    .execute();
  return rows.map(toRef);
}

/** Returns those of the items that are favorites. */
export async function favoritesAmong(
  db: Db,
  member: Member,
  refs: readonly FavoriteRef[],
): Promise<FavoriteRef[]> {
  return (await visibleFavorites(db, member, refs).execute()).map(toRef);
}

/** Reads the favorite items, one statement for each level. */
export async function favoriteItemsOf(db: Db, member: Member): Promise<FavoriteItems> {
  const [oceans, waves, droplets] = await Promise.all([
    favoriteOceans(db, member)
      .orderBy('favorites.created_at', 'desc')
      .orderBy('favorites.id', 'desc')
      .execute(),
    favoriteWaves(db, member)
      .orderBy('favorites.created_at', 'desc')
      .orderBy('favorites.id', 'desc')
      .execute(),
    favoriteDroplets(db, member)
      .orderBy('favorites.created_at', 'desc')
      .orderBy('favorites.id', 'desc')
      .execute(),
  ]);
  return {
    oceans: oceans.map((row) => toOcean(row, member)),
    waves: waves.map((row) => toWave(row, member)),
    droplets: droplets.map((row) => toDroplet(row, member)),
  };
}

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

export async function removeFavorite(
  db: Db,
  userId: number,
  { itemType, itemId }: FavoriteRef,
): Promise<void> {
  await db
    .deleteFrom('favorites')
    .where('user_id', '=', userId)
    .where('item_type', '=', itemType)
    .where('item_id', '=', itemId)
    .execute();
}
