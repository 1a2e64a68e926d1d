import { sql } from 'kysely';
import { referenceOf } from '#features/uploads/shared/upload-address.ts';
import type { Db } from '#platform/database/open.ts';
import { isAdmin, type Reader } from '#platform/http/reader.ts';
import type { AdditionalResource, ItemType } from '../contract.ts';

/** The site's own files stand under this path; everything else is somebody else's address. */
export const MEDIA_PREFIX = '/media/';

/** Rows in one statement. */
const AT_ONCE = 1000;

interface Item {
  imageUrl: string | null;
  mediaUrl: string | null;
  captionsUrl: string | null;
  additionalResources: readonly AdditionalResource[];
}

/** Writes down which own files an item refers to, in place of what stood there before. */
export async function saveMediaReferences(db: Db, type: ItemType, id: number, item: Item): Promise<void> {
  await db.deleteFrom('media_references').where('item_type', '=', type).where('item_id', '=', id).execute();
  await insertMediaReferences(db, type, [{ id, item }]);
}

/** The same for new items, which have none yet. */
export async function insertMediaReferences(
  db: Db,
  type: ItemType,
  added: readonly { id: number; item: Item }[],
): Promise<void> {
  const rows = added.flatMap(({ id, item }) =>
    [...ownFilesOf(item)].map(([path, isPicture]) => ({
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
}

/** The own files of an item, and whether it is its picture, which is seen even where the item is locked. */
function ownFilesOf(item: Item): Map<string, boolean> {
  const own = (address: string | null) => (address?.startsWith(MEDIA_PREFIX) ? [pathOf(address)] : []);
  const media = [item.mediaUrl, item.captionsUrl, ...item.additionalResources.map(({ url }) => url)];
  const files = new Map(media.flatMap(own).map((path) => [path, false]));
  // Last, so that it prevails: what is seen as a picture is no secret as a medium.
  for (const path of own(item.imageUrl)) files.set(path, true);
  return files;
}

/** The file alone, as it will be asked for: without query and fragment, escapes read; of an upload its name alone. */
function pathOf(address: string): string {
  const path = address.replace(/[?#].*$/s, '');
  try {
    return referenceOf(decodeURIComponent(path));
  } catch {
    return referenceOf(path);
  }
}

/**
 * Whether a reader may fetch an own file: some item that they may see and open refers to it, or some item that they
 * may see shows it as its picture. Of uploads `path` is what `referenceOf` answers.
 */
export async function mayFetch(db: Db, reader: Reader, path: string): Promise<boolean> {
  const referenced = (type: ItemType) =>
    db
      .selectFrom('media_references')
      .where('media_references.path', '=', path)
      .where('media_references.item_type', '=', type);
  if (isAdmin(reader)) return true;
  const open = (table: 'waves' | 'droplets') =>
    reader.tier === 'subscriber'
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(${sql.ref(`${table}.access_type`)} = 'free' or ${sql.ref(`${table}.is_sample`)} = ${true} or media_references.is_picture = ${true})`;
  const oceanOpen =
    reader.tier === 'subscriber'
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(oceans.access_type = 'free' or media_references.is_picture = ${true})`;

  const row = await referenced('droplet')
    .innerJoin('droplets', 'droplets.id', 'media_references.item_id')
    .innerJoin('waves', 'waves.id', 'droplets.wave_id')
    .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
    .where('droplets.is_published', '=', true)
    .where('waves.is_published', '=', true)
    .where('oceans.is_published', '=', true)
    .where(open('droplets'))
    .select('media_references.item_id')
    .unionAll(
      referenced('wave')
        .innerJoin('waves', 'waves.id', 'media_references.item_id')
        .innerJoin('oceans', 'oceans.id', 'waves.ocean_id')
        .where('waves.is_published', '=', true)
        .where('oceans.is_published', '=', true)
        .where(open('waves'))
        .select('media_references.item_id'),
    )
    .unionAll(
      referenced('ocean')
        .innerJoin('oceans', 'oceans.id', 'media_references.item_id')
        .where('oceans.is_published', '=', true)
        .where(oceanOpen)
        .select('media_references.item_id'),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
