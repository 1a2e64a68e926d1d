import { deleteSignup } from '#features/signups/server/queries.ts';
import { endSubscriptionsOf } from '#features/subscriptions/server/leave.ts';
import type { Db } from '#platform/database/open.ts';
import { conflict } from '#platform/http/errors.ts';
import type { UserRow } from './users.ts';

const LAST_ADMIN = 'You are the only administrator. Make somebody else one first.';

/**
 * Deletes an account with its sessions, favorites, links and mails, and ends its subscription, in one transaction; the visitor's entry with the
 * same address too, when that is wished and the address is proven. 409 for the last administrator.
 */
export async function deleteAccount(db: Db, user: UserRow, forgetEmail: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (user.role === 'admin') await assertAnotherAdmin(transaction);
    await endSubscriptionsOf(transaction, user.id);
    // Sessions, favorites and links of the account go with it, by their foreign keys.
    await transaction.deleteFrom('users').where('id', '=', user.id).execute();
    const address = user.email_key;
    // An address that was never proven may be a stranger's: what is theirs stays.
    if (address === null || user.email_verified_at === null) return;
    await transaction.deleteFrom('email_tokens').where('email_key', '=', address).execute();
    await transaction
      .deleteFrom('mails')
      .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', address))
      .execute();
    if (forgetEmail) await deleteSignup(transaction, address);
  });
}

/** Holds every administrator's row, so that the last two cannot leave at the same moment. */
async function assertAnotherAdmin(db: Db): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('role', '=', 'admin')
    .executeTakeFirst();
  if (numUpdatedRows < 2n) throw conflict(LAST_ADMIN);
}
