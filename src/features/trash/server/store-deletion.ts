import { sql } from 'kysely';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { caseless } from '#platform/database/caseless.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import { rowsAsJson } from '#platform/database/json-rows.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { DAY } from '#platform/text/time-units.ts';
import { HOLDER_TYPE, TRASHED_TABLES } from './trashed-tables.ts';

/** Time for restoring deleted items, in ms. */
export const KEPT_FOR = 30 * DAY;

/** An item to delete. */
interface DeletedItem {
  id: number;
  slug: string;
  title: string;
  imageUrl: string | null;
  parent: { id: number; title: string } | null;
}

/**
 * Copies items with all dependent rows into the trash, one entry per item. Runs in the deleting transaction,
 * before the deletion. The number of statements does not depend on the number of items. Members' rows are
 * only counted, because they stay in their tables (`KEPT_TABLES`).
 */
export async function storeDeletion(
  db: CatalogueTransaction,
  userId: number | null,
  type: ItemType,
  items: readonly DeletedItem[],
): Promise<void> {
  if (items.length === 0) return;
  const now = Date.now();
  const added = await db
    .insertInto('trash')
    .values(
      items.map(({ id, slug, title, imageUrl, parent }) => ({
        item_type: type,
        item_id: id,
        slug,
        title,
        title_key: caseless(title),
        image_url: imageUrl,
        parent_id: parent?.id ?? null,
        parent_title: parent?.title ?? null,
        deleted_at: now,
        deleted_by: userId,
        expires_at: now + KEPT_FOR,
      })),
    )
    .returning('id')
    .execute();
  const ids = added.map(({ id }) => id);
  await storeItems(db, type, ids);
  for (const table of TRASHED_TABLES) await storeRows(db, table, ids);
  await storeFiles(db, ids);
  await storeCounts(db, type, ids);
}

async function storeItems(db: CatalogueTransaction, type: ItemType, ids: number[]): Promise<void> {
  const table = TABLE_OF[type];
  await sql`
    insert into trash_rows (trash_id, table_name, item_id, content)
    select trash.id, ${sql.lit(table)}, trash.item_id, ${await rowsAsJson(db, table)}
    from trash join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = trash.item_id
    where ${isOneOf(db, 'trash.id', ids)} group by trash.id`.execute(db);
}

async function storeRows(
  db: CatalogueTransaction,
  { name, join, isItems }: (typeof TRASHED_TABLES)[number],
  ids: number[],
): Promise<void> {
  const item = sql.ref(`${name}.id`);
  await sql`
    insert into trash_rows (trash_id, table_name, item_id, content)
    select holder.trash_id, ${sql.lit(name)}, ${isItems ? item : sql`null`}, ${await rowsAsJson(db, name)}
    from trash_rows as holder ${join} and ${isOneOf(db, 'holder.trash_id', ids)}
    group by holder.trash_id, ${isItems ? item : sql.ref('holder.item_id')}`.execute(db);
}

/** Stores the files of entries. Several items of an entry can refer to the same file. */
async function storeFiles(db: CatalogueTransaction, ids: number[]): Promise<void> {
  await sql`
    insert into trash_files (path, trash_id)
    select distinct media_references.path, holder.trash_id
    from trash_rows as holder cross join media_references
    where media_references.item_type = ${HOLDER_TYPE} and media_references.item_id = holder.item_id
    and ${isOneOf(db, 'holder.trash_id', ids)}`.execute(db);
}

/** Counts the items below the items, and their favorites. */
async function storeCounts(db: CatalogueTransaction, type: ItemType, ids: number[]): Promise<void> {
  const count = (table: string) =>
    table === TABLE_OF[type]
      ? 0
      : sql<number>`(
          select count(*) from trash_rows
          where trash_rows.trash_id = trash.id and trash_rows.table_name = ${sql.lit(table)})`;
  const favorites = sql<number>`(
    select count(*) from trash_rows as holder cross join favorites
    where holder.trash_id = trash.id
    and favorites.item_type = ${HOLDER_TYPE} and favorites.item_id = holder.item_id)`;
  await db
    .updateTable('trash')
    .set({ waves: count('waves'), droplets: count('droplets'), favorites })
    .where(isOneOf(db, 'id', ids))
    .execute();
}
