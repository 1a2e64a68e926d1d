import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { findMusts } from '../check/find-musts.ts';
import type { Rows } from '../items/levels.ts';

/** Tells whether an item can be published only when its film or sound is prepared, which is underway. */
export async function waitsForMedium(db: Db, mediaUrl: string | null): Promise<boolean> {
  return (await findMusts(db, [mediaUrl])).get(mediaUrl ?? '')?.isUnderway ?? false;
}

/** Tells whether a draft waits already. A request that is sent again after a lost response plans nothing. */
export const isWaiting = ({ publish_at, publish_stopped_at }: Rows[ItemType]): boolean =>
  publish_at !== null && publish_at <= Date.now() && publish_stopped_at === null;

/** Plans a draft for now. The schedule publishes it as soon as its film or sound is prepared. */
export async function publishWhenReady(
  db: CatalogueTransaction,
  userId: number | null,
  type: ItemType,
  { id, title }: { id: number; title: string },
): Promise<void> {
  await db
    .updateTable(TABLE_OF[type])
    .set((eb) => ({ publish_at: Date.now(), publish_stopped_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await recordChange(db, {
    userId,
    action: 'updated',
    itemType: type,
    itemId: String(id),
    title,
    details: { before: { publishAt: null }, after: { publishAt: 'as soon as its medium is prepared' } },
  });
}
