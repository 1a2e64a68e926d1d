import { sql } from 'kysely';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import { insertFromJson, textInJson } from '#platform/database/json-rows.ts';
import { type ItemTable, TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { ITEM_TABLES, KEPT_TABLES, TRASHED_TABLES } from './trashed-tables.ts';

/** An item's row in the trash. */
export interface TrashedItem {
  /** Ids of the row in the trash, and of its entry. */
  rowId: number;
  entryId: number;
  itemId: number;
  slug: string;
}

/**
 * Locks the entries of deleted items and returns them in the order of their deletion. Throws 404 or 409 when
 * one of the items is no longer in the trash.
 */
export async function lockEntries(
  db: CatalogueTransaction,
  type: ItemType,
  itemIds: readonly number[],
  now = Date.now(),
) {
  // An update without effect locks the rows on both engines against a permanent deletion.
  const entries = await db
    .updateTable('trash')
    .set((row) => ({ expires_at: row.ref('expires_at') }))
    .where('item_type', '=', type)
    .where(isOneOf(db, 'item_id', itemIds))
    .where('expires_at', '>', now)
    .returningAll()
    .execute();
  if (entries.length < itemIds.length) throw missing(type, itemIds, entries);
  return entries.sort((a, b) => a.id - b.id);
}

export type TrashRow = Awaited<ReturnType<typeof lockEntries>>[number];

function missing(
  type: ItemType,
  itemIds: readonly number[],
  entries: readonly { item_id: number }[],
): HttpError {
  if (itemIds.length === 1)
    return notFound(`This ${type} is no longer in the trash. It was restored, or deleted for good.`);
  const found = new Set(entries.map(({ item_id }) => item_id));
  const issues = itemIds.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `ids.${index}`, message: `This ${type} is no longer in the trash` }],
  );
  return new HttpError(
    'items-missing',
    'Some of these items are no longer in the trash, so nothing was restored.',
    { issues, current: [...found] },
  );
}

/** Reads rows of items of one level from entries, in the order of their deletion. */
export async function trashedItems(
  db: CatalogueTransaction,
  type: ItemType,
  entryIds: readonly number[],
): Promise<TrashedItem[]> {
  const { rows } = await sql<TrashedItem>`
    select id as "rowId", trash_id as "entryId", item_id as "itemId",
      ${textInJson(db, 'content', 'slug')} as slug
    from trash_rows
    where ${isOneOf(db, 'trash_id', entryIds)} and table_name = ${TABLE_OF[type]}
    order by id`.execute(db);
  return rows;
}

/** Reads columns of items in the trash, by the ids of their rows in the trash. */
export async function trashedColumns(
  db: CatalogueTransaction,
  rowIds: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const rows = await db
    .selectFrom('trash_rows')
    .select(['id', 'content'])
    .where(isOneOf(db, 'id', rowIds))
    .execute();
  return new Map(rows.map(({ id, content }) => [id, JSON.parse(content)[0]]));
}

/** Changes columns of a row in the trash before its restoration. */
export async function changeTrashed(
  db: CatalogueTransaction,
  rowId: number,
  changes: { slug?: string; position?: number },
): Promise<void> {
  const columns = (await trashedColumns(db, [rowId])).get(rowId);
  const content = JSON.stringify([{ ...columns, ...changes }]);
  await db.updateTable('trash_rows').set({ content }).where('id', '=', rowId).execute();
}

/** Inserts the rows of entries into their original tables, and deletes the entries. */
export async function restoreRows(db: CatalogueTransaction, entryIds: readonly number[]): Promise<void> {
  const isItems = (name: string): name is ItemTable => (ITEM_TABLES as readonly string[]).includes(name);
  const others = [...TRASHED_TABLES, ...KEPT_TABLES].map(({ name }) => name).filter((name) => !isItems(name));
  for (const name of [...ITEM_TABLES, ...others]) {
    const source = sql<{ content: string }>`select content from trash_rows
      where ${isOneOf(db, 'trash_id', entryIds)} and table_name = ${name}`;
    // Other rows may exist already: a text restored with a copy of the item, or a late heart.
    await insertFromJson(db, name, source, isItems(name) ? 'fail' : 'keep');
  }
  await db
    .deleteFrom('trash')
    .where(isOneOf(db, 'id', entryIds))
    .execute();
}
