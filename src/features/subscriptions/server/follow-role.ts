import type { Db } from '#platform/database/open.ts';

/**
 * Holds a user's row until the transaction ends, so that two subscriptions of one person are settled one after the
 * other. Always before the subscription's own row, as deleting an account does.
 */
export async function holdUser(db: Db, userId: number | null): Promise<void> {
  if (userId === null) return;
  await db
    .updateTable('users')
    .set((eb) => ({ role: eb.ref('role') }))
    .where('id', '=', userId)
    .execute();
}

/**
 * Makes the role of a user follow their subscriptions: subscriber as long as the longest of them lasts, free
 * afterwards. Administrators stay what they are, and so does whoever never paid (a subscriber by hand).
 */
export async function followRole(db: Db, userId: number | null, now: number): Promise<void> {
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
  await db
    .updateTable('users')
    .set({ role: isOpen ? 'subscriber' : 'free', subscriber_until: isOpen ? until : null })
    .where('id', '=', userId)
    .where('role', '!=', 'admin')
    .execute();
}
