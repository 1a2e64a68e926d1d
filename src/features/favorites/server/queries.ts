import {
  dropletById,
  oceanById,
  selectDroplets,
  selectOceans,
  selectWaves,
  waveById,
} from '#features/catalogue/server/queries.ts';
import { toDroplet, toOcean, toWave } from '#features/catalogue/server/rows.ts';
import type { Db } from '#platform/database/open.ts';
import type { Member, Reader } from '#platform/http/reader.ts';
import type { FavoriteItems, FavoriteRef } from '../contract.ts';

/* Favorites point at items without owning them. An item that the reader may not see (a draft, a deleted one) is in no
   answer; its row stays, so that an item which comes back is a favorite again. */

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

/** The favorites that the reader may see; those of `among` only, when it is given. One statement. */
function visibleFavorites(db: Db, member: Member, among?: readonly FavoriteRef[]) {
  const columns = [
    'item_type',
    'item_id',
    'favorites.id as favorite_id',
    'favorites.created_at as since',
  ] as const;
  // A list in SQL cannot be empty, and no item has the id 0.
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

const toRef = (row: { item_type: string; item_id: number }) =>
  ({ itemType: row.item_type, itemId: row.item_id }) as FavoriteRef;

export async function favoritesOf(db: Db, member: Member): Promise<FavoriteRef[]> {
  const rows = await visibleFavorites(db, member)
    .orderBy('since', 'desc')
    .orderBy('favorite_id', 'desc')
    .execute();
  return rows.map(toRef);
}

/** Which of these items are favorites. */
export async function favoritesAmong(
  db: Db,
  member: Member,
  refs: readonly FavoriteRef[],
): Promise<FavoriteRef[]> {
  return (await visibleFavorites(db, member, refs).execute()).map(toRef);
}

/** The items themselves, in the catalogue's own shapes: one statement for each level. */
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

const BY_ID = { ocean: oceanById, wave: waveById, droplet: dropletById };

/** Whether the reader may see the item at all. */
export const isVisible = async (
  db: Db,
  reader: Reader,
  { itemType, itemId }: FavoriteRef,
): Promise<boolean> => (await BY_ID[itemType](db, reader, itemId)) !== undefined;

/** Makes it a favorite; twice, or twice at once, is once. */
export async function addFavorite(db: Db, userId: number, { itemType, itemId }: FavoriteRef): Promise<void> {
  await db
    .insertInto('favorites')
    .values({ user_id: userId, item_type: itemType, item_id: itemId, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'item_type', 'item_id']).doNothing())
    .execute();
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
