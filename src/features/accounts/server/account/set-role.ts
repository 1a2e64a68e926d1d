import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { recordSecurityEvent } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { deleteTotp } from '../second-factor/second-factor.ts';
import { type StaffRole, staffRole } from '../session/roles.ts';
import { endSessionsOf } from '../session/sessions.ts';
import type { UserRow } from '../users.ts';
import { assertAnotherAdmin } from './another-admin.ts';

const LAST_ADMIN = 'This is the only administrator. Make someone else an administrator first.';

/**
 * Makes an account an administrator's, an editor's, or a member's (null), with an entry in the audit log.
 * Ends its sessions, so that nobody gets a new role by a login that required less. Deletes its app codes with
 * the last role: members need none, and an owner who has lost them sets up new ones with the next role. A
 * repetition changes nothing. Runs in a transaction. Throws 409 for the last administrator. Returns whether
 * the role changed.
 */
export async function setRole(
  db: Db,
  user: UserRow,
  role: StaffRole | null,
  author: Author,
): Promise<boolean> {
  const before = staffRole(user);
  if (before === role) return false;
  if (before === 'admin') await assertAnotherAdmin(db, user.id, LAST_ADMIN);
  await db
    .updateTable('users')
    .set({
      ...(role === 'admin' || before === 'admin' ? { role: role === 'admin' ? 'admin' : 'free' } : {}),
      editor_since: role === 'editor' ? Date.now() : null,
      // Allows one login without a second factor, to set it up.
      ...(before === null ? { admin_login_at: null } : {}),
    })
    .where('id', '=', user.id)
    .execute();
  // Before a first role too, because an earlier version kept the codes of a former role.
  if (role === null || before === null) await deleteTotp(db, user.id);
  await endSessionsOf(db, user.id);
  const after = role ?? 'member';
  await recordSecurityEvent(db, { userId: user.id, kind: 'role-changed', detail: after, device: null });
  await recordChange(db, {
    ...author,
    // No action of its own, because nodes of the previous version would refuse to list it.
    action: 'updated',
    itemType: 'account',
    itemId: String(user.id),
    title: user.username,
    details: { done: 'role-changed', before: { role: before ?? 'member' }, after: { role: after } },
  });
  return true;
}
