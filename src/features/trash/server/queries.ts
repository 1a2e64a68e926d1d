import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { recordChanges } from '#features/audit-log/server/record-change.ts';
import { type ItemType, PARENT_TYPE } from '#features/catalogue/contract/kinds.ts';
import { contains } from '#platform/database/caseless.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { instant } from '#platform/text/instants.ts';
import type { listTrash } from '../contract/endpoints.ts';
import type { TrashEntry, TrashParent, TrashTotal } from '../contract/schemas.ts';

type Query = z.output<typeof listTrash.query>;

/** Audit log entries per statement. */
const AT_ONCE = 500;

/** Reads a page of the trash, newest entries first, and the cursor of the next page. */
export async function trashPage(
  db: Db,
  { type, q = '', limit, cursor }: Query,
  now = Date.now(),
): Promise<{ entries: TrashEntry[]; next: number | undefined }> {
  const rows = await db
    .selectFrom('trash')
    .leftJoin('users', 'users.id', 'trash.deleted_by')
    .selectAll('trash')
    .select('users.username')
    .where('expires_at', '>', now)
    .$if(type !== undefined, (query) => query.where('item_type', '=', type as ItemType))
    .$if(q !== '', (query) => query.where(contains(['title_key'], q)))
    .$if(cursor !== undefined, (query) => query.where('trash.id', '<', cursor as number))
    .orderBy('trash.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const parents = await parentsOf(db, shown, now);
  return {
    entries: shown.map((row) => ({
      id: row.id,
      type: row.item_type,
      itemId: row.item_id,
      slug: row.slug,
      title: row.title,
      imageUrl: row.image_url,
      parent: parents.get(row.id) ?? null,
      waves: row.waves,
      droplets: row.droplets,
      favorites: row.favorites,
      deletedAt: instant(row.deleted_at),
      deletedBy: row.deleted_by === null ? null : { id: row.deleted_by, username: row.username ?? '' },
      expiresAt: instant(row.expires_at),
    })),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}

interface Child {
  id: number;
  item_type: ItemType;
  parent_id: number | null;
  parent_title: string | null;
}

/** Finds the parents of entries by the entries' ids: their states, and the entries to restore first. */
export async function parentsOf(
  db: Db,
  entries: readonly Child[],
  now = Date.now(),
): Promise<Map<number, TrashParent>> {
  const found = new Map<number, TrashParent>();
  for (const type of ['ocean', 'wave'] as const) {
    const children = entries.filter(({ item_type }) => PARENT_TYPE[item_type] === type);
    const ids = [...new Set(children.flatMap(({ parent_id }) => parent_id ?? []))];
    if (ids.length === 0) continue;
    const existing = await db
      .selectFrom(TABLE_OF[type])
      .select(['id', 'title'])
      .where(isOneOf(db, 'id', ids))
      .execute();
    const titles = new Map(existing.map(({ id, title }) => [id, title]));
    const trashed = await db
      .selectFrom('trash_rows')
      .innerJoin('trash', 'trash.id', 'trash_rows.trash_id')
      .select(['trash_rows.item_id as parentId', 'trash.item_type as type', 'trash.title as title'])
      .where('table_name', '=', TABLE_OF[type])
      .where(isOneOf(db, 'trash_rows.item_id', ids))
      .where('expires_at', '>', now)
      .execute();
    for (const { id, parent_id, parent_title } of children) {
      const within = trashed.find(({ parentId }) => parentId === parent_id);
      const title = titles.get(parent_id ?? 0);
      found.set(id, {
        type,
        title: title ?? parent_title ?? '',
        state: title !== undefined ? 'exists' : within ? 'in-trash' : 'gone',
        within: title === undefined && within ? { type: within.type, title: within.title } : null,
      });
    }
  }
  return found;
}

/** Counts the rows that {@link emptyTrash} would delete. */
export async function trashTotal(db: Db, upTo: number): Promise<TrashTotal> {
  const rows = await db
    .selectFrom('trash')
    .select('item_type')
    .select(({ fn }) => [
      fn.countAll().as('entries'),
      fn.sum('waves').as('waves'),
      fn.sum('droplets').as('droplets'),
      fn.sum('favorites').as('favorites'),
    ])
    .where('expires_at', '>', Date.now())
    .where('id', '<=', upTo)
    .groupBy('item_type')
    .execute();
  const sum = (of: 'waves' | 'droplets' | 'favorites') =>
    rows.reduce((total, row) => total + Number(row[of]), 0);
  const entries = (type: ItemType) => Number(rows.find(({ item_type }) => item_type === type)?.entries ?? 0);
  return {
    oceans: entries('ocean'),
    waves: entries('wave') + sum('waves'),
    droplets: entries('droplet') + sum('droplets'),
    favorites: sum('favorites'),
  };
}

/** Marks an entry as permanently deleted: it is invisible, and the purge removes it. Throws 404. */
export async function deleteForGood(db: Db, userId: number, id: number): Promise<void> {
  const deleted = await markDeleted(db, userId, sql<SqlBool>`id = ${id}`);
  if (deleted === 0) throw notFound('This is no longer in the trash. It was restored, or deleted for good.');
}

/** Marks all entries up to one as permanently deleted. Returns their number. */
export const emptyTrash = (db: Db, userId: number, upTo: number): Promise<number> =>
  markDeleted(db, userId, sql<SqlBool>`id <= ${upTo}`);

const markDeleted = (db: Db, userId: number, condition: ReturnType<typeof sql<SqlBool>>) =>
  db.transaction().execute(async (transaction) => {
    const entries = await transaction
      .updateTable('trash')
      .set({ expires_at: 0 })
      .where('expires_at', '>', Date.now())
      .where(condition)
      .returning(['item_type', 'item_id', 'title'])
      .execute();
    const changes = entries.map(({ item_type, item_id, title }) => ({
      userId,
      action: 'deleted' as const,
      itemType: item_type,
      itemId: String(item_id),
      title,
      details: { forGood: true },
    }));
    for (let start = 0; start < changes.length; start += AT_ONCE)
      await recordChanges(transaction, changes.slice(start, start + AT_ONCE));
    return entries.length;
  });

/** Deletes a member's progress and marks from the trash, so that a restoration cannot bring them back. */
export async function forgetInTrash(db: Db, userId: number): Promise<void> {
  await db
    .deleteFrom('trash_rows')
    .where('user_id', '=', userId)
    .where('table_name', 'in', ['progress', 'again_marks'])
    .execute();
}
