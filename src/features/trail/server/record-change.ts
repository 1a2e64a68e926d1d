import type { Db } from '#platform/database/open.ts';
import type { TrailAction } from '../contract.ts';

export interface Change {
  /** Who did it; null: the program itself. */
  userId: number | null;
  action: TrailAction;
  itemType: string;
  itemId: string;
  /** What people call it, as it is after the change; what was deleted, as it was. */
  title: string;
  /** What else is worth knowing, usually `{ before, after }` of the fields that changed. */
  details?: Record<string, unknown>;
}

/** Writes into the trail who changed what; belongs into the transaction that makes the change. */
export const recordChange = (db: Db, change: Change): Promise<void> => recordChanges(db, [change]);

/** The same for many at once. */
export async function recordChanges(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const at = Date.now();
  await db
    .insertInto('audit_log')
    .values(
      changes.map((change) => ({
        at,
        user_id: change.userId,
        action: change.action,
        item_type: change.itemType,
        item_id: change.itemId,
        title: change.title,
        details: JSON.stringify(change.details ?? {}),
      })),
    )
    .execute();
}

/** Takes a person's name out of the trail when they are to be forgotten: that something happened stays. */
export async function forgetInTrail(db: Db, itemType: string, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await db
    .updateTable('audit_log')
    .set({ title: '', details: '{}' })
    .where('item_type', '=', itemType)
    .where('item_id', 'in', itemIds)
    .execute();
}
