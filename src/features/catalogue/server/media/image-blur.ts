import { sql } from 'kysely';
import { HASH_LENGTH, UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import type { ItemType } from '../../contract/kinds.ts';

/** Position of the hash in the path of an upload; SQL counts characters from 1. */
export const HASH_STARTS = UPLOADS_PREFIX.length + 1;

/** Copies the blurs of uploaded pictures to the items that show them; `blurOf` reads them. */
export async function saveBlurs(db: Db, type: ItemType, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable(TABLE_OF[type])
    .set({
      image_blur: sql<string | null>`(
        select uploads.hash || ':' || uploads.blur from uploads
        where uploads.hash = substr(image_url, ${sql.lit(HASH_STARTS)}, ${sql.lit(HASH_LENGTH)})
          and uploads.kind = 'image')`,
    })
    .where(isOneOf(db, 'id', ids))
    .where('image_url', 'like', `${UPLOADS_PREFIX}%`)
    .execute();
}

/** Copies the blur of one upload to every item that shows it. */
export async function spreadBlur(db: CatalogueTransaction, hash: string): Promise<void> {
  const users = await db
    .selectFrom('media_references')
    .select(['item_type', 'item_id'])
    .where('path', '=', UPLOADS_PREFIX + hash)
    .where('is_picture', '=', true)
    .execute();
  for (const [type, its] of Map.groupBy(users, (row) => row.item_type))
    await saveBlurs(
      db,
      type,
      its.map((row) => row.item_id),
    );
}
