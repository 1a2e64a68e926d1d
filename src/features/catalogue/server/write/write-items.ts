import { recordChange } from '#features/audit-log/server/record-change.ts';
import { isUniqueViolation, toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { type CatalogueTransaction, changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { NewDroplet, NewOcean, NewWave } from '../../contract/form-schemas.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { Items } from '../../contract/schemas.ts';
import { assertPublishable } from '../check/find-musts.ts';
import { type Change, type Contents, differenceOf, toFields } from '../items/item-fields.ts';
import { capitalized, endPosition, lastRow, type ParentIds, type Rows, rowById } from '../items/levels.ts';
import { dropletById, oceanById, waveById } from '../read/read-items.ts';
import { assertParent, assertSlugFree, changeItems, type Edit } from './change-items.ts';
import { deleteItems } from './delete-items.ts';
import { insertItems } from './insert-items.ts';
import { publishWhenReady, waitsForMedium } from './publish-when-ready.ts';
import { freeSlugs } from './slugs.ts';

interface NewItems {
  ocean: NewOcean;
  wave: NewWave;
  droplet: NewDroplet;
}

const toContent: { [T in ItemType]: (input: NewItems[T], slug: string) => Contents[T] } = {
  ocean: (input, slug) => ({ ...input, slug, waves: [] }),
  wave: (input, slug) => ({ ...input, slug, droplets: [] }),
  droplet: (input, slug) => ({ ...input, slug }),
};

const parentIdIn: { [T in ItemType]: (input: NewItems[T]) => ParentIds[T] } = {
  ocean: () => null,
  wave: ({ oceanId }) => oceanId,
  droplet: ({ waveId }) => waveId,
};

/**
 * Runs an author's edit by {@link changeCatalogue}. Throws 409 when another writer took a slug in between.
 */
export async function editCatalogue<T>(
  db: Db,
  work: (transaction: CatalogueTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await changeCatalogue(db, work);
  } catch (error) {
    // Edits check slugs first. Only a writer without the lock, such as a restore, can take one in between.
    if (isUniqueViolation(error))
      throw new HttpError('catalogue-busy', 'Someone else was saving at the same time. Please try again.');
    throw error;
  }
}

/**
 * Adds an item at the end of its list. With `again`, returns the last item if it has all these values,
 * because an author saves again after a lost response. A published item whose film or sound is being prepared
 * is a draft until then. Throws 400 without a parent, 409 for a taken slug.
 */
export const createItem = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  given: NewItems[T],
  { again }: { again?: 'true' | undefined } = {},
): Promise<Items[T]> =>
  editCatalogue(db, async (transaction) => {
    const waits = given.isPublished && (await waitsForMedium(transaction, given.mediaUrl));
    const input = waits ? { ...given, isPublished: false } : given;
    const parentId = parentIdIn[type](input);
    await assertParent(transaction, type, parentId);
    const last = again && (await lastRow(transaction, type, parentId));
    if (last && hasValues(type, last, input)) return existingItem(transaction, reader, type, last.id);
    if (input.isPublished) await assertPublishable(transaction, [input]);
    const slug = input.slug ?? (await freeSlugs(transaction, type, [input.title]))[0] ?? type;
    if (input.slug) await assertSlugFree(transaction, type, input.slug, null);
    const position = await endPosition(transaction, type, parentId);
    const [id = 0] = await insertItems(transaction, type, [toContent[type](input, slug)], parentId, position);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'created',
      itemType: type,
      itemId: String(id),
      title: input.title,
    });
    if (waits)
      await publishWhenReady(transaction, reader.userId, type, [await existingRow(transaction, type, id)]);
    return existingItem(transaction, reader, type, id);
  });

/**
 * Replaces the given fields. Throws 409 with the present item when its version is not the expected one. An
 * item that has these values already is no conflict: its author saves again after a lost response. A draft to
 * be published whose film or sound is being prepared stays a draft until then.
 */
export const updateItem = <T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  id: number,
  given: Change,
): Promise<Items[T]> =>
  editCatalogue(db, async (transaction) => {
    const row = await existingRow(transaction, type, id);
    const { mediaUrl = row.media_url } = given;
    const publishes = given.isPublished && !toBoolean(row.is_published);
    const waits = publishes && (await waitsForMedium(transaction, mediaUrl));
    const change = waits ? { ...given, isPublished: false } : given;
    const isOvertaken = change.expectedVersion !== undefined && change.expectedVersion !== row.version;
    if (isOvertaken && !hasValues(type, row, change))
      throw new HttpError('edit-conflict', `Someone else changed this ${type} after you opened it.`, {
        current: await existingItem(transaction, reader, type, id),
      });
    await changeOne(transaction, reader, type, { row, change });
    if (waits)
      await publishWhenReady(transaction, reader.userId, type, [await existingRow(transaction, type, id)]);
    return existingItem(transaction, reader, type, id);
  });

/** Whether an item has all values of a change or of a new item. */
const hasValues = <T extends ItemType>(type: T, row: Rows[T], values: Change): boolean =>
  Object.keys(differenceOf(toFields[type](row), values).after).length === 0;

/**
 * Makes one edit. Runs the check before publishing when it publishes the item or gives a published one
 * another medium. Returns whether the item changed.
 */
export async function changeOne<T extends ItemType>(
  db: CatalogueTransaction,
  reader: Reader,
  type: T,
  edit: Edit<T>,
): Promise<boolean> {
  const { row, change } = edit;
  const { title = row.title, mediaUrl = row.media_url } = change;
  const isLive = toBoolean(row.is_published);
  if ((change.isPublished ?? isLive) && !(isLive && mediaUrl === row.media_url))
    await assertPublishable(db, [{ title, mediaUrl, isLive }]);
  return (await changeItems(db, reader.userId, type, [edit])).length > 0;
}

/** Deletes an item with all items under it. */
export const deleteItem = (db: Db, reader: Reader, type: ItemType, id: number): Promise<void> =>
  editCatalogue(db, async (transaction) => {
    await deleteItems(transaction, reader.userId, type, [await existingRow(transaction, type, id)]);
  });

/** Reads an item's row. Throws 404. */
export async function existingRow<T extends ItemType>(db: Db, type: T, id: number): Promise<Rows[T]> {
  const row = await rowById(db, type, id);
  if (!row) throw notFound(`${capitalized(type)} not found`);
  return row;
}

type ReadItem<T extends ItemType> = (db: Db, reader: Reader, id: number) => Promise<Items[T] | undefined>;

const readItem: { [T in ItemType]: ReadItem<T> } = { ocean: oceanById, wave: waveById, droplet: dropletById };

/** Reads an item as its reader sees it. Throws 404. */
export async function existingItem<T extends ItemType>(
  db: Db,
  reader: Reader,
  type: T,
  id: number,
): Promise<Items[T]> {
  const item = await readItem[type](db, reader, id);
  if (!item) throw notFound(`${capitalized(type)} not found`);
  return item;
}
