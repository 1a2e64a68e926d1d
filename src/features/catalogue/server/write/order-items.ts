import { sql } from 'kysely';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { idsInOrder } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { type ItemType, PARENT_TYPE } from '../../contract/kinds.ts';
import type { Order } from '../../contract/write-endpoints.ts';
import { type ParentIds, rowsUnder } from '../items/levels.ts';
import { editCatalogue, existingRow } from './write-items.ts';

/**
 * Puts a list into the order of `ids`, which must be all of its items. Throws 409 with the present order as
 * `current` when items were added or deleted, or moved since the order `before`. `parentId` is null for the
 * oceans.
 */
export const orderItems = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  parentId: ParentIds[T],
  order: Order,
): Promise<void> => editCatalogue(db, (transaction) => orderList(transaction, reader, type, parentId, order));

/** Does the same as {@link orderItems} in a transaction. `note` adds details to its audit log entry. */
export async function orderList<T extends ItemType>(
  db: CatalogueTransaction,
  reader: Reader,
  type: T,
  parentId: ParentIds[T],
  { ids, before }: Order,
  note: Record<string, unknown> = {},
): Promise<void> {
  const parentType = PARENT_TYPE[type];
  const parent =
    parentType === null || parentId === null ? undefined : await existingRow(db, parentType, parentId);
  const rows = await rowsUnder(db, type, parentId);
  const present = rows.map(({ id }) => id);
  if (isSameOrder(present, ids)) return;
  const given = new Set(ids);
  const isComplete = given.size === present.length && present.every((id) => given.has(id));
  if (!isComplete || (before && !isSameOrder(present, before)))
    throw new HttpError(
      'list-changed',
      'Someone else changed this list. Check the new order and try again.',
      { current: present },
    );
  const table = sql.table(TABLE_OF[type]);
  await sql`
    update ${table} set position = ordered.position
    from ${idsInOrder(db, ids)} as ordered where ${table}.id = ordered.id`.execute(db);
  const moved = movedItem(present, ids);
  const title = rows.find(({ id }) => id === moved?.id)?.title;
  await recordChange(db, {
    userId: reader.userId,
    action: 'reordered',
    itemType: parentType ?? 'catalogue',
    itemId: parentId === null ? '' : String(parentId),
    title: parent?.title ?? 'Oceans',
    details: {
      // Nodes of the previous version would list the fields of `before` and `after`.
      order: { before: present, after: ids },
      ...(moved && title !== undefined ? { moved: { title, from: moved.from, to: moved.to } } : {}),
      ...note,
    },
  });
}

/** Tells whether two lists have the same ids in the same order. */
export const isSameOrder = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/**
 * Finds the single item whose move makes one order the other, with its indexes before and after; undefined
 * when several items moved.
 */
function movedItem(
  before: readonly number[],
  after: readonly number[],
): { id: number; from: number; to: number } | undefined {
  const start = before.findIndex((id, index) => id !== after[index]);
  const end = before.findLastIndex((id, index) => id !== after[index]);
  if (start < 0) return undefined;
  const isShifted = (from: readonly number[], to: readonly number[]) =>
    from.slice(start + 1, end + 1).every((id, index) => id === to[start + index]);
  if (isShifted(before, after)) return { id: before[start] as number, from: start, to: end };
  if (isShifted(after, before)) return { id: before[end] as number, from: end, to: start };
  return undefined;
}
