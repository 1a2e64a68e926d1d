import { type RawBuilder, sql } from 'kysely';
import { recordChange } from '#features/trail/server/record-change.ts';
import { idsInOrder } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/errors.ts';
import type { Reader } from '#platform/http/reader.ts';
import type { ItemType } from '../contract.ts';
import { changeCatalogue } from './change-catalogue.ts';
import { PARENT_TYPE, rowsUnder, TABLES } from './content-tables.ts';
import { existing } from './write-items.ts';

/**
 * Puts a list into the order of `ids`, which are all of its items. 409 when an item has come or gone since that order
 * was made; `current` then is the list's present order. `parentId` is null for the oceans.
 */
export const orderItems = (
  db: Db,
  reader: Reader,
  type: ItemType,
  parentId: number | null,
  ids: readonly number[],
): Promise<void> =>
  changeCatalogue(db, async (transaction) => {
    const parentType = PARENT_TYPE[type];
    const parent =
      parentType === null || parentId === null
        ? undefined
        : await existing(transaction, parentType, parentId);
    const present = (await rowsUnder(transaction, type, parentId)).map(({ id }) => id);
    const wished = new Set(ids);
    if (wished.size !== present.length || present.some((id) => !wished.has(id)))
      throw new HttpError(409, 'This list has changed meanwhile. Please look at it again.', {
        current: present,
      });
    if (present.every((id, place) => id === ids[place])) return;
    await transaction
      .updateTable(TABLES[type])
      .from(idsInOrder(transaction, ids).as('ordered') as never)
      .set({ position: sql<number>`ordered.place` } as never)
      .where(sql.ref(`${TABLES[type]}.id`), '=', sql.ref('ordered.id') as RawBuilder<never>)
      .execute();
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'reordered',
      itemType: parentType ?? 'catalogue',
      itemId: parentId === null ? '' : String(parentId),
      title: parent?.title ?? 'Oceans',
    });
  });
