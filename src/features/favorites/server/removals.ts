import { deleteBefore } from '#platform/database/delete-in-parts.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { FavoriteRef } from '../contract/schemas.ts';

/** Retention of removals, in ms. A device that is offline for longer restores a removed favorite. */
const RETENTION = 90 * DAY;

export const nameOf = ({ itemType, itemId }: FavoriteRef) => `${itemType}:${itemId}`;

/** A press or a removal, at a time in epoch ms. */
type At<T> = T & { at: number };

/** Stores the times of removals. The latest of several counts. */
export async function noteRemovals(
  db: Db,
  userId: number,
  removals: readonly At<FavoriteRef>[],
): Promise<void> {
  if (removals.length === 0) return;
  await db
    .insertInto('removed_favorites')
    .values(
      removals.map(({ itemType, itemId, at }) => ({
        user_id: userId,
        item_type: itemType,
        item_id: itemId,
        removed_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'item_type', 'item_id'])
        .doUpdateSet((eb) => ({ removed_at: eb.ref('excluded.removed_at') }))
        .whereRef('removed_favorites.removed_at', '<', 'excluded.removed_at'),
    )
    .execute();
}

/** Drops presses older than the item's removal, for example on another device. */
export async function withoutRemoved<Press extends At<FavoriteRef>>(
  db: Db,
  userId: number,
  presses: readonly Press[],
): Promise<Press[]> {
  if (presses.length === 0) return [];
  const rows = await db
    .selectFrom('removed_favorites')
    .select(['item_type as itemType', 'item_id as itemId', 'removed_at'])
    .where('user_id', '=', userId)
    .where('item_id', 'in', [...new Set(presses.map(({ itemId }) => itemId))])
    .execute();
  const removedAt = new Map(rows.map((row) => [nameOf(row), row.removed_at]));
  return presses.filter((press) => press.at > (removedAt.get(nameOf(press)) ?? -1));
}

/** Deletes removals older than every possible stored press. */
export const sweepRemovedFavorites = (db: Db): Promise<void> =>
  deleteBefore(db, {
    table: 'removed_favorites',
    key: 'id',
    column: 'removed_at',
    end: Date.now() - RETENTION,
  });
