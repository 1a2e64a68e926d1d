import { recordChanges } from '#features/audit-log/server/record-change.ts';
import { storeDeletion } from '#features/trash/server/store-deletion.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import { type ItemTable, TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { type ItemType, PARENT_TYPE } from '../../contract/kinds.ts';
import { idsUnder, parentIdOf, type Rows, rowsById } from '../items/levels.ts';
import { unindexDroplets } from '../search/index-droplets.ts';
import { deleteUnreferenced } from '../writing/writings.ts';

/**
 * Deletes items and all items under them, with their media references, index entries and texts. The trash
 * keeps them. Members' favorites and progress stay for 30 days, and no read shows them.
 */
export async function deleteItems<T extends ItemType>(
  db: CatalogueTransaction,
  userId: number | null,
  type: T,
  rows: readonly Rows[T][],
): Promise<void> {
  await moveToTrash(db, userId, type, rows);
  const ids = rows.map(({ id }) => id);
  const oceans = type === 'ocean' ? ids : [];
  const waves = type === 'wave' ? ids : await idsUnder(db, 'ocean', oceans);
  const droplets = type === 'droplet' ? ids : await idsUnder(db, 'wave', waves);
  await unindexDroplets(db, droplets);
  await deleteReferences(db, 'ocean', oceans);
  await deleteReferences(db, 'wave', waves);
  const files = await deleteReferences(db, 'droplet', droplets);
  await deleteUnreferenced(db, files);
  // Foreign keys cascade to the items below.
  const table: ItemTable = TABLE_OF[type];
  await db
    .deleteFrom(table)
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

async function moveToTrash<T extends ItemType>(
  db: CatalogueTransaction,
  userId: number | null,
  type: T,
  rows: readonly Rows[T][],
): Promise<void> {
  const parentType = PARENT_TYPE[type];
  const parentIds = [...new Set(rows.flatMap((row) => parentIdOf[type](row) ?? []))];
  const parents = parentType === null ? [] : await rowsById(db, parentType, parentIds);
  const items = rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    imageUrl: row.image_url,
    parent: parents.find(({ id }) => id === parentIdOf[type](row)) ?? null,
  }));
  await storeDeletion(db, userId, type, items);
}

/** Deletes the references of items to files. Returns these files. */
async function deleteReferences(
  db: CatalogueTransaction,
  type: ItemType,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const files = await db
    .deleteFrom('media_references')
    .where('item_type', '=', type)
    .where(isOneOf(db, 'item_id', ids))
    .returning('path')
    .execute();
  return files.map(({ path }) => path);
}
