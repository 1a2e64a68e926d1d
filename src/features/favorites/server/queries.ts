import { type SqlBool, sql } from 'kysely';
import { selectDroplets, selectOceans, selectWaves } from '#features/catalogue/server/read/queries.ts';
import { toDroplet, toOcean, toWave } from '#features/catalogue/server/read/rows.ts';
import { isInList, listParameter } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareLookup, prepareQuery } from '#platform/database/prepare-query.ts';
import type { Member, Tier, Viewer } from '#platform/http/serve/reader.ts';
import type { FavoriteItems, FavoriteRef } from '../contract/schemas.ts';

/* Favorites refer to items that the reader may not see now, such as drafts. No response contains these, but
   their rows stay, so that an item that comes back is a favorite again. */

/** A member, as much of them as favorites depend on. */
type Own = Pick<Member, 'userId' | 'tier'>;

const favoriteOceans = (db: Db, member: Own) =>
  selectOceans(db, member).innerJoin('favorites', (join) =>
    join
      .onRef('favorites.item_id', '=', 'oceans.id')
      .on('favorites.item_type', '=', 'ocean')
      .on('favorites.user_id', '=', member.userId),
  );

const favoriteWaves = (db: Db, member: Own) =>
  selectWaves(db, member).innerJoin('favorites', (join) =>
    join
      .onRef('favorites.item_id', '=', 'waves.id')
      .on('favorites.item_type', '=', 'wave')
      .on('favorites.user_id', '=', member.userId),
  );

const favoriteDroplets = (db: Db, member: Own) =>
  selectDroplets(db, member).innerJoin('favorites', (join) =>
    join
      .onRef('favorites.item_id', '=', 'droplets.id')
      .on('favorites.item_type', '=', 'droplet')
      .on('favorites.user_id', '=', member.userId),
  );

/**
 * Whether a favorite's item is one that a reader may see. SQLite takes a fifth of the time that three joins
 * take.
 */
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

/** References to favorites that a reader of a tier may see. */
const visibleFavorites = (db: Db, viewer: Viewer) =>
  db.selectFrom('favorites').select(['item_type', 'item_id']).where(isVisible(db, viewer));

const toRef = (row: { item_type: FavoriteRef['itemType']; item_id: number }): FavoriteRef => ({
  itemType: row.item_type,
  itemId: row.item_id,
});

const newestReferences = prepareLookup('bigint', (db, hasKey, tier: Tier) =>
  visibleFavorites(db, { tier })
    .select('user_id as key')
    .where(hasKey('user_id'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

export const favoritesOf = async (db: Db, { userId, tier }: Member): Promise<FavoriteRef[]> =>
  (await newestReferences(db, userId, tier)).map(toRef);

interface Among extends Record<'oceans' | 'waves' | 'droplets', unknown> {
  userId: number;
}

const referencesAmong = prepareQuery((db, values: Among, tier: Tier) =>
  visibleFavorites(db, { tier })
    .where('user_id', '=', values.userId)
    .where((eb) => {
      const among = (type: FavoriteRef['itemType'], ids: unknown) =>
        eb.and([eb('item_type', '=', type), isInList(db, 'item_id', ids)]);
      return eb.or([
        among('ocean', values.oceans),
        among('wave', values.waves),
        among('droplet', values.droplets),
      ]);
    }),
);

/** Returns those of the items that are favorites. */
export async function favoritesAmong(
  db: Db,
  { userId, tier }: Member,
  refs: readonly FavoriteRef[],
): Promise<FavoriteRef[]> {
  const idsOf = (type: FavoriteRef['itemType']) =>
    listParameter(
      db,
      refs.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId),
    );
  const lists = { oceans: idsOf('ocean'), waves: idsOf('wave'), droplets: idsOf('droplet') };
  return (await referencesAmong(db, { userId, ...lists }, tier)).map(toRef);
}

const oceansOf = prepareQuery((db, { userId }: { userId: number }, tier: Tier) =>
  favoriteOceans(db, { userId, tier })
    .orderBy('favorites.created_at', 'desc')
    .orderBy('favorites.id', 'desc'),
);
const wavesOf = prepareQuery((db, { userId }: { userId: number }, tier: Tier) =>
  favoriteWaves(db, { userId, tier }).orderBy('favorites.created_at', 'desc').orderBy('favorites.id', 'desc'),
);
const dropletsOf = prepareQuery((db, { userId }: { userId: number }, tier: Tier) =>
  favoriteDroplets(db, { userId, tier })
    .orderBy('favorites.created_at', 'desc')
    .orderBy('favorites.id', 'desc'),
);

/** Reads the favorite items, one statement for each level. */
export async function favoriteItemsOf(db: Db, member: Member): Promise<FavoriteItems> {
  const { userId, tier } = member;
  const [oceans, waves, droplets] = await Promise.all([
    oceansOf(db, { userId }, tier),
    wavesOf(db, { userId }, tier),
    dropletsOf(db, { userId }, tier),
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
