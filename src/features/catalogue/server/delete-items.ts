import { recordChanges } from '#features/trail/server/record-change.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../contract.ts';
import { type ContentRow, idsUnder, TABLES } from './content-tables.ts';
import { unindexDroplets } from './search-index.ts';

/**
 * Deletes items with what they hold, and of all of it the favorites, the references to own files and the search index.
 * Belongs into `changeCatalogue`.
 */
export async function deleteItems(
  db: Db,
  userId: number | null,
  type: ItemType,
  rows: readonly ContentRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const oceans = type === 'ocean' ? ids : [];
  const waves = type === 'wave' ? ids : await idsUnder(db, 'ocean', oceans);
  const droplets = type === 'droplet' ? ids : await idsUnder(db, 'wave', waves);
  await unindexDroplets(db, droplets);
  await forget(db, 'ocean', oceans);
  await forget(db, 'wave', waves);
  await forget(db, 'droplet', droplets);
  // What lies below goes with its parent, by the foreign keys.
  await db
    .deleteFrom(TABLES[type])
    .where(isOneOf(db, 'id', ids))
    .execute();
  await recordChanges(
    db,
    rows.map(({ id, title, slug }) => ({
      userId,
      action: 'deleted',
      itemType: type,
      itemId: String(id),
      title,
      details: { slug },
    })),
  );
}

/** What points at an item without a foreign key. */
async function forget(db: Db, type: ItemType, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ['favorites', 'media_references'] as const)
    await db
      .deleteFrom(table)
      .where('item_type', '=', type)
      .where(isOneOf(db, 'item_id', ids))
      .execute();
}
