import { isInList, listParameter } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { batchLookups, prepareQuery } from '#platform/database/prepare-query.ts';
import type { Member, Tier } from '#platform/http/serve/reader.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { toRef, visibleFavorites } from './queries.ts';
import { nameOf } from './removals.ts';

/** Items by level, each list as one parameter (`listParameter`). */
type Lists = Record<'oceans' | 'waves' | 'droplets', unknown>;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const selectAmong = (db: Db, lists: Lists, tier: Tier) =>
  visibleFavorites(db, { tier })
    .select('user_id')
    .where((eb) => {
      const among = (type: FavoriteRef['itemType'], ids: unknown) =>
        eb.and([eb('item_type', '=', type), isInList(db, 'item_id', ids)]);
      return eb.or([
        among('ocean', lists.oceans),
        among('wave', lists.waves),
        among('droplet', lists.droplets),
      ]);
    });
const amongOfOne = prepareQuery((db, values: Lists & { userId: number }, tier: Tier) =>
  selectAmong(db, values, tier).where('user_id', '=', values.userId),
);
const amongOfMany = prepareQuery((db, values: Lists & { userIds: unknown }, tier: Tier) =>
  selectAmong(db, values, tier).where(isInList(db, 'user_id', values.userIds)),
);

function listsOf(db: Db, refs: readonly FavoriteRef[]): Lists {
  const idsOf = (type: FavoriteRef['itemType']) =>
    listParameter(db, unique(refs.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId)));
  return { oceans: idsOf('ocean'), waves: idsOf('wave'), droplets: idsOf('droplet') };
}

interface Asked {
  userId: number;
  refs: readonly FavoriteRef[];
}

const referencesAmong = batchLookups({
  one: async (db, { userId, refs }: Asked, tier: Tier) =>
    (await amongOfOne(db, { userId, ...listsOf(db, refs) }, tier)).map(toRef),
  // The items of all of them together: each gets those that it asked for.
  many: async (db, all: readonly Asked[], tier: Tier) => {
    const userIds = listParameter(db, unique(all.map(({ userId }) => userId)));
    const lists = listsOf(
      db,
      all.flatMap(({ refs }) => refs),
    );
    const rows = Map.groupBy(await amongOfMany(db, { userIds, ...lists }, tier), (row) => row.user_id);
    return all.map(({ userId, refs }) => {
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
