import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { findMusts } from '../check/find-musts.ts';

/** Tells whether an item can be published only when its film or sound is prepared, which is underway. */
export async function waitsForMedium(db: Db, mediaUrl: string | null): Promise<boolean> {
  return (await findMusts(db, [mediaUrl])).get(mediaUrl ?? '')?.isUnderway ?? false;
}

/** Plans a draft for now. The schedule publishes it as soon as its film or sound is prepared. */
export async function publishWhenReady(
  db: CatalogueTransaction,
  userId: number | null,
  type: ItemType,
  { id, title }: { id: number; title: string },
): Promise<void> {
  const now = Date.now();
  const { numUpdatedRows } = await db
    .updateTable(TABLE_OF[type] as 'droplets')
    .set((eb) => ({ publish_at: now, publish_stopped_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    // A request that is sent again after a lost response plans nothing again.
    .where((eb) =>
      eb.or([
        eb('publish_at', 'is', null),
        eb('publish_at', '>', now),
        eb('publish_stopped_at', 'is not', null),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await recordChange(db, {
    userId,
    action: 'updated',
    itemType: type,
    itemId: String(id),
    title,
    details: { before: { publishAt: null }, after: { publishAt: 'as soon as its medium is prepared' } },
  });
}
