import { type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import type { ItemTable } from '#platform/database/tables.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { ADDRESS_FIELDS, type Addresses, addressesIn } from '../items/item-fields.ts';
import { mayOpenSql, seesDrafts } from '../read/may-open.ts';
import { selectDroplets, selectOceans, selectWaves } from '../read/queries.ts';
import { writingsAt } from '../writing/writings.ts';
import { saveBlurs } from './image-blur.ts';
import { ownPath } from './own-path.ts';

/** Rows per statement. */
const AT_ONCE = 1000;

/** Replaces an item's references to own files. Returns the paths of the old ones. */
export async function saveMediaReferences(
  db: Db,
  type: ItemType,
  id: number,
  item: Addresses,
): Promise<string[]> {
  const old = await db
    .deleteFrom('media_references')
    .where('item_type', '=', type)
    .where('item_id', '=', id)
    .returning('path')
    .execute();
  await insertMediaReferences(db, type, [{ id, item }]);
  return old.map(({ path }) => path);
}

/** Inserts the references of new items. */
export async function insertMediaReferences(
  db: Db,
  type: ItemType,
  added: readonly { id: number; item: Addresses }[],
): Promise<void> {
  // A written text refers to the pictures in it.
  const writings = await writingsAt(
    db,
    added.map(({ item }) => item.mediaUrl),
  );
  const rows = added.flatMap(({ id, item }) =>
    [...ownFilesOf(item, writings.get(item.mediaUrl ?? '')?.files)].map(([path, isPicture]) => ({
      path,
      item_type: type,
      item_id: id,
      is_picture: isPicture,
    })),
  );
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await db
      .insertInto('media_references')
      .values(rows.slice(start, start + AT_ONCE))
      .execute();
  const pictured = rows.filter((row) => row.is_picture);
  await saveBlurs(
    db,
    type,
    pictured.map((row) => row.item_id),
  );
}

/** Maps each own file of an item to whether it is the item's picture, which locked items show too. */
function ownFilesOf(item: Addresses, filesInText: readonly string[] = []): Map<string, boolean> {
  const media = ADDRESS_FIELDS.flatMap((field) => addressesIn(item[field]));
  const paths = [...media.flatMap((address) => ownPath(address) ?? []), ...filesInText];
  const files = new Map(paths.map((path) => [path, false]));
  // Last, so that the picture is public, also if it is the medium too.
  const picture = ownPath(item.imageUrl);
  if (picture) files.set(picture, true);
  return files;
}

/**
 * Tells whether a reader may fetch an own file. They may, if they see an item that refers to it, and either
 * open that item or the file is its picture. @param path path of an upload, as `referenceOf` returns it
 */
export async function mayFetch(db: Db, reader: Reader, path: string): Promise<boolean> {
  if (seesDrafts(reader)) return true;
  const isOpen = (table: ItemTable) =>
    sql<SqlBool>`(${mayOpenSql(reader, table)} or media_references.is_picture = ${true})`;
  const row = await selectDroplets(db, reader)
    .innerJoin('media_references', 'media_references.item_id', 'droplets.id')
    .where('media_references.item_type', '=', 'droplet')
    .where('media_references.path', '=', path)
    .where(isOpen('droplets'))
    .clearSelect()
    .select('item_id')
    .unionAll(
      selectWaves(db, reader)
        .innerJoin('media_references', 'media_references.item_id', 'waves.id')
        .where('media_references.item_type', '=', 'wave')
        .where('media_references.path', '=', path)
        .where(isOpen('waves'))
        .clearSelect()
        .select('item_id'),
    )
    .unionAll(
      selectOceans(db, reader)
        .innerJoin('media_references', 'media_references.item_id', 'oceans.id')
        .where('media_references.item_type', '=', 'ocean')
        .where('media_references.path', '=', path)
        .where(isOpen('oceans'))
        .clearSelect()
        .select('item_id'),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
