import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';

/** Locks every administrator's row until the transaction ends, which serializes changes of roles. */
export const lockAdmins = (db: Db) =>
  db.updateTable('users').set({ role: 'admin' }).where('role', '=', 'admin').execute();

/**
 * Throws 409 with the message when nobody else could administrate the site. Locks every administrator's row
 * until the transaction ends, so that the last two cannot remove each other at the same time.
 */
export async function assertAnotherAdmin(db: Db, userId: number, message: string): Promise<void> {
  await lockAdmins(db);
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new HttpError('last-admin', message);
}
