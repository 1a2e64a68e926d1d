import { recordChange } from '#features/trail/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/errors.ts';
import type { Reader } from '#platform/http/reader.ts';
import type * as schema from '../content-schema.ts';
import type { ItemType } from '../contract.ts';
import { changeCatalogue } from './change-catalogue.ts';
import { assertParent, assertSlugFree, changeItems } from './change-items.ts';
import type { Change } from './content-fields.ts';
import { type ContentRow, capitalised, type Entities, endOf, rowById } from './content-tables.ts';
import { deleteItems } from './delete-items.ts';
import { insertItems } from './insert-oceans.ts';
import { dropletById, oceanById, waveById } from './queries.ts';
import { freeSlugs } from './slugs.ts';

interface NewItems {
  ocean: schema.NewOcean;
  wave: schema.NewWave;
  droplet: schema.NewDroplet;
}

/** Adds an item at the end of its list. */
export const createItem = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  input: NewItems[T],
): Promise<Entities[T]> =>
  changeCatalogue(db, async (transaction) => {
    const parentId = 'waveId' in input ? input.waveId : 'oceanId' in input ? input.oceanId : null;
    await assertParent(transaction, type, parentId);
    const slug = input.slug ?? (await freeSlugs(transaction, type, [input.title]))[0] ?? type;
    if (input.slug) await assertSlugFree(transaction, type, input.slug, null);
    const position = await endOf(transaction, type, parentId);
    const item = { ...input, slug, waves: [], droplets: [] } as never;
    const [id = 0] = await insertItems(transaction, type, [item], parentId, position);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'created',
      itemType: type,
      itemId: String(id),
      title: input.title,
    });
    return entity(transaction, reader, type, id);
  });

/** Replaces what is given. 409 with the present state when the item has moved on from the expected version. */
export const updateItem = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  id: number,
  change: Change,
): Promise<Entities[T]> =>
  changeCatalogue(db, async (transaction) => {
    const row = await existing(transaction, type, id);
    if (change.expectedVersion !== undefined && change.expectedVersion !== row.version)
      throw new HttpError(409, `Somebody else has changed this ${type} since you opened it.`, {
        current: await entity(transaction, reader, type, id),
      });
    await changeItems(transaction, reader.userId, type, [{ row, change }]);
    return entity(transaction, reader, type, id);
  });

/** Deletes an item with all that it holds. */
export const deleteItem = (db: Db, reader: Reader, type: ItemType, id: number): Promise<void> =>
  changeCatalogue(db, async (transaction) => {
    await deleteItems(transaction, reader.userId, type, [await existing(transaction, type, id)]);
  });

export async function existing(db: Db, type: ItemType, id: number): Promise<ContentRow> {
  const row = await rowById(db, type, id);
  if (!row) throw notFound(`${capitalised(type)} not found`);
  return row;
}

const READ = { ocean: oceanById, wave: waveById, droplet: dropletById };

/** An item as its reader sees it. */
export async function entity<T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  id: number,
): Promise<Entities[T]> {
  const item = await READ[type](db, reader, id);
  if (!item) throw notFound(`${capitalised(type)} not found`);
  return item as Entities[T];
}
