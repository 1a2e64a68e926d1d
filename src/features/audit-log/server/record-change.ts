import type { Db } from '#platform/database/open.ts';
import type { Change } from './change.ts';
import { securityEventsOf } from './security-events/administrators-events.ts';
import { recordSecurityEvents } from './security-events/record-security-event.ts';

/**
 * Adds a change to the audit log, and to the author's security events where it is one. Runs in the
 * transaction that makes the change.
 */
export const recordChange = (db: Db, change: Change): Promise<void> => recordChanges(db, [change]);

/** Adds several changes to the audit log. */
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
  await recordSecurityEvents(db, securityEventsOf(changes));
}

/** Removes personal data from the entries of deleted items. The entries themselves stay. */
export async function redactInAuditLog(db: Db, itemType: string, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await db
    .updateTable('audit_log')
    .set({ title: '', details: '{}' })
    .where('item_type', '=', itemType)
    .where('item_id', 'in', itemIds)
    .execute();
}
