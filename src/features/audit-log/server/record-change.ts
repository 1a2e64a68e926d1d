import type { Db } from '#platform/database/open.ts';
import type { SecurityEventKind } from '../contract/security-event-kinds.ts';
import type { Change } from './change.ts';
import { recordSecurityEvents, type SecurityEvent } from './security-events/record-security-event.ts';

/** Security events by item type: one kind for all actions, or a kind per action. */
const KINDS: Record<string, SecurityEventKind | Partial<Record<Change['action'], SecurityEventKind>>> = {
  setting: 'settings-changed',
  export: 'site-data-exported',
  'email-signup': { granted: 'signup-restored', revoked: 'signup-revoked', deleted: 'signup-erased' },
};

/**
 * Adds a change to the audit log, and to the author's security events if `KINDS` names it. Runs in the
 * transaction that makes the change.
 */
export async function recordChange(db: Db, change: Change): Promise<void> {
  await recordChanges(db, [change]);
}

/** Adds several changes to the audit log. Returns the ids of their entries, in ascending order. */
export async function recordChanges(db: Db, changes: readonly Change[]): Promise<number[]> {
  const at = Date.now();
  const isPlain = ({ files = [] }: Change) => files.length === 0;
  const plain = changes.filter(isPlain).map((change) => toRow(change, at));
  const ids =
    plain.length > 0
      ? (await db.insertInto('audit_log').values(plain).returning('id').execute()).map(({ id }) => id)
      : [];
  for (const change of changes) if (!isPlain(change)) ids.push(await recordWithFiles(db, change, at));
  const events = securityEventsOf(changes);
  if (events.length > 0) await recordSecurityEvents(db, events);
  return ids.sort((a, b) => a - b);
}

async function recordWithFiles(db: Db, change: Change, at: number): Promise<number> {
  const { id } = await db
    .insertInto('audit_log')
    .values(toRow(change, at))
    .returning('id')
    .executeTakeFirstOrThrow();
  const paths = [...new Set(change.files)];
  await db
    .insertInto('history_files')
    .values(paths.map((path) => ({ path, entry_id: id })))
    .execute();
  return id;
}

const toRow = (change: Change, at: number) => ({
  at,
  user_id: change.userId,
  action: storedAction(change.action),
  item_type: change.itemType,
  item_id: change.itemId,
  title: change.title,
  details: JSON.stringify(storedDetails(change)),
});

/**
 * Mark in the details of a restored item. Its row has the action `created`, because nodes of the previous
 * version would refuse to list an unknown action.
 */
export const RESTORED = { restored: true };

const storedAction = (action: Change['action']) => (action === 'restored' ? 'created' : action);

const storedDetails = ({ action, details = {} }: Change) =>
  action === 'restored' ? { ...RESTORED, ...details } : details;

/** Finds the kind of security event for a change; undefined for a change of content. */
function kindOf({ itemType, action }: Pick<Change, 'itemType' | 'action'>) {
  const kinds = KINDS[itemType];
  return typeof kinds === 'object' ? kinds[action] : kinds;
}

/** Derives the authors' security events from their changes. They omit a sign-up's address. */
const securityEventsOf = (changes: readonly Change[]): SecurityEvent[] =>
  changes.flatMap((change) => {
    const { userId, device = null, itemType, title } = change;
    const kind = kindOf(change);
    if (kind === undefined || userId === null) return [];
    return [{ userId, kind, device, ...(itemType === 'email-signup' ? {} : { detail: title }) }];
  });

/** Marks the entries of an account before its deletion, because null as author would mean the program. */
export async function markErasedAuthor(db: Db, userId: number): Promise<void> {
  await db.updateTable('audit_log').set({ author_erased: true }).where('user_id', '=', userId).execute();
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

/** Removes one detail from the entries of items, such as free text about a person. Other details stay. */
export async function forgetInAuditLog(
  db: Db,
  itemType: string,
  itemIds: readonly string[],
  detail: string,
): Promise<void> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'details'])
    .where('item_type', '=', itemType)
    .where('item_id', 'in', itemIds)
    .execute();
  for (const { id, details } of rows) {
    const { [detail]: forgotten, ...others } = JSON.parse(details) as Record<string, unknown>;
    if (forgotten === undefined) continue;
    await db
      .updateTable('audit_log')
      .set({ details: JSON.stringify(others) })
      .where('id', '=', id)
      .execute();
  }
}
