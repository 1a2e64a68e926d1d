import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { selectDroplets, selectOceans, selectWaves } from '#features/catalogue/server/read/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { instant } from '#platform/text/instants.ts';
import type { FavoriteRef } from '../contract/schemas.ts';

function visibleIds(db: Db, type: FavoriteRef['itemType']) {
  if (type === 'ocean') return selectOceans(db, VISITOR).clearSelect().select('oceans.id');
  if (type === 'wave') return selectWaves(db, VISITOR).clearSelect().select('waves.id');
  return selectDroplets(db, VISITOR).clearSelect().select('droplets.id');
}

/**
 * Adds favorites to the owner's copy of their data. Omits hidden items: a merge accepts ids of drafts, and
 * listing them would reveal that the drafts exist.
 */
export const favoritesAccountExtension: AccountExtension = {
  async ownData(db, { id }) {
    const rows = await db
      .selectFrom('favorites')
      .select(['item_type', 'item_id', 'created_at'])
      .where('user_id', '=', id)
      .where((eb) =>
        eb.or(
          (['ocean', 'wave', 'droplet'] as const).map((type) =>
            eb.and([eb('item_type', '=', type), eb('item_id', 'in', visibleIds(db, type))]),
          ),
        ),
      )
      .orderBy('id')
      .execute();
    const favorites = rows.map((row) => ({
      itemType: row.item_type,
      itemId: row.item_id,
      createdAt: instant(row.created_at),
    }));
    return { favorites };
  },
};
