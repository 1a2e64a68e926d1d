import { sql } from 'kysely';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { idsInOrder } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { PARENT_TYPE, type ParentIds, rowsUnder, TABLES } from '../items/levels.ts';
import { editCatalogue, existingRow } from './write-items.ts';

/**
 * Puts a list into the order of `ids`, which are all of its items. Throws 409 with the present order as
 * `current` when items were added or deleted since. `parentId` is null for the oceans.
 */
export const orderItems = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  parentId: ParentIds[T],
  ids: readonly number[],
): Promise<void> =>
  editCatalogue(db, async (transaction) => {
    const parentType = PARENT_TYPE[type];
    const parent =
      parentType === null || parentId === null
        ? undefined
        : await existingRow(transaction, parentType, parentId);
    const present = (await rowsUnder(transaction, type, parentId)).map(({ id }) => id);
    const given = new Set(ids);
    if (given.size !== present.length || present.some((id) => !given.has(id)))
      throw new HttpError(
        'list-changed',
        'Someone else changed this list. Check the new order and try again.',
        {
          current: present,
        },
      );
    if (present.every((id, index) => id === ids[index])) return;
    const table = sql.table(TABLES[type]);
    await sql`
      update ${table} set position = ordered.position
      from ${idsInOrder(transaction, ids)} as ordered where ${table}.id = ordered.id`.execute(transaction);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'reordered',
      itemType: parentType ?? 'catalogue',
      itemId: parentId === null ? '' : String(parentId),
      title: parent?.title ?? 'Oceans',
    });
  });
