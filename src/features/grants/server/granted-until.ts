import type { Db } from '#platform/database/open.ts';

/** `users.granted_until` of a grant without end, in epoch ms: the last instant that a date can have. */
export const NO_END = 8_640_000_000_000_000;

/** Stores the end of all grants of an account in the row that session lookups read. */
export async function refreshGrantedUntil(db: Db, userId: number): Promise<void> {
  // An update without effect locks the row: of two simultaneous changes, the later one sees the earlier one's
  // grant.
  await db
    .updateTable('users')
    .set((eb) => ({ granted_until: eb.ref('granted_until') }))
    .where('id', '=', userId)
    .execute();
  const { until } = await db
    .selectFrom('access_grants')
    .select((eb) => eb.fn.max(eb.fn.coalesce('ends_at', eb.val(NO_END))).as('until'))
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  const end = until === null ? null : Number(until);
  await db.updateTable('users').set({ granted_until: end }).where('id', '=', userId).execute();
  if (end === NO_END) return;
  // An account made a subscriber by hand before grants existed: such a role has no end of its own.
  await db
    .updateTable('users')
    .set({ role: 'free' })
    .where('id', '=', userId)
    .where('role', '=', 'subscriber')
    .where('subscriber_until', 'is', null)
    .execute();
}

/** Reads the end of an account's granted access, in epoch ms, while it lasts. */
export async function grantedUntil(db: Db, userId: number | null): Promise<number | null> {
  if (userId === null) return null;
  const user = await db
    .selectFrom('users')
    .select('granted_until')
    .where('id', '=', userId)
    .executeTakeFirst();
  const until = user?.granted_until ?? null;
  return until !== null && until > Date.now() ? until : null;
}
