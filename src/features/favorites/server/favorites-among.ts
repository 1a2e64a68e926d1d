import { isInRecords } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { batchLookups, prepareQuery } from '#platform/database/prepare-query.ts';
import type { Member, Tier } from '#platform/http/serve/reader.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { toRef, visibleFavorites } from './queries.ts';
import { nameOf } from './removals.ts';

const among = prepareQuery((db, { records }: { records: string }, tier: Tier) =>
  visibleFavorites(db, { tier })
    .select('user_id')
    .where(isInRecords(db, { user_id: 'bigint', item_type: 'text', item_id: 'bigint' }, records)),
);

interface Asked {
  userId: number;
  refs: readonly FavoriteRef[];
}

const askedRecords = ({ userId, refs }: Asked) =>
  refs.map(({ itemType, itemId }) => [userId, itemType, itemId]);

const referencesAmong = batchLookups({
  one: async (db, asked: Asked, tier: Tier) =>
    (await among(db, { records: JSON.stringify(askedRecords(asked)) }, tier)).map(toRef),
  many: async (db, all: readonly Asked[], tier: Tier) => {
    const found = await among(db, { records: JSON.stringify(all.flatMap(askedRecords)) }, tier);
    const rows = Map.groupBy(found, (row) => row.user_id);
    return all.map(({ userId, refs }) => {
      // A member may send two simultaneous requests for different items.
      const asked = new Set(refs.map(nameOf));
      return (rows.get(userId) ?? []).map(toRef).filter((ref) => asked.has(nameOf(ref)));
    });
  },
});

/** Returns those of the items that are favorites. */
export const favoritesAmong = (
  db: Db,
  { userId, tier }: Member,
  refs: readonly FavoriteRef[],
): Promise<FavoriteRef[]> => referencesAmong(db, { userId, refs }, tier);
