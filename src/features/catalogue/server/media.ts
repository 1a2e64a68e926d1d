import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { isAdmin, type Reader } from '#platform/http/reader.ts';
import type { AdditionalResource, ItemType } from '../contract.ts';

/** The site's own files stand under this path; everything else is somebody else's address. */
export const MEDIA_PREFIX = '/media/';

interface Item {
  mediaUrl: string | null;
  captionsUrl: string | null;
  additionalResources: readonly AdditionalResource[];
}

/** Writes down which own files an item refers to, in place of what stood there before. */
export async function saveMediaReferences(db: Db, type: ItemType, id: number, item: Item): Promise<void> {
  await db.deleteFrom('media_references').where('item_type', '=', type).where('item_id', '=', id).execute();
  const addresses = [item.mediaUrl, item.captionsUrl, ...item.additionalResources.map(({ url }) => url)];
  const paths = new Set(addresses.filter((address) => address?.startsWith(MEDIA_PREFIX)) as string[]);
  if (paths.size === 0) return;
  await db
    .insertInto('media_references')
    .values([...paths].map((path) => ({ path, item_type: type, item_id: id })))
    .execute();
}

/** Whether a reader may fetch an own file: some item that they may see and open refers to it. */
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
      : sql<boolean>`(${sql.ref(`${table}.access_type`)} = 'free' or ${sql.ref(`${table}.is_sample`)} = ${true})`;
  const oceanOpen =
    reader.tier === 'subscriber' ? sql<boolean>`1 = 1` : sql<boolean>`oceans.access_type = 'free'`;

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
