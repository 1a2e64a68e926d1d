import { recordSecurityEvent } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';

/**
 * Locks a user's row until the transaction ends, which serializes changes of one user's subscriptions. Lock
 * the user before the subscription, as the deletion of an account does: another order can deadlock.
 */
export async function lockUser(db: Db, userId: number | null): Promise<void> {
  if (userId === null) return;
  await db
    .updateTable('users')
    .set((eb) => ({ role: eb.ref('role') }))
    .where('id', '=', userId)
    .execute();
}

/**
 * Sets a user's role from their subscriptions: subscriber until the last access ends, then free. Keeps the
 * role of administrators and of users who never paid, whom an administrator may have made subscribers.
 */
export async function syncRole(db: Db, userId: number | null, now: number): Promise<void> {
  if (userId === null) return;
  const paid = await db
    .selectFrom('subscriptions')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.max('access_until').as('until')])
    .where('user_id', '=', userId)
    .where('activated_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(paid.rows) === 0) return;
  const until = paid.until === null ? null : Number(paid.until);
  const isOpen = until !== null && until > now;
  const role = isOpen ? 'subscriber' : 'free';
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  if (!user || user.role === 'admin') return;
  await db
    .updateTable('users')
    .set({ role, subscriber_until: isOpen ? until : null })
    .where('id', '=', userId)
    .where('role', '!=', 'admin')
    .execute();
  if (role !== user.role)
    await recordSecurityEvent(db, { userId, kind: 'role-changed', detail: role, device: null });
}
