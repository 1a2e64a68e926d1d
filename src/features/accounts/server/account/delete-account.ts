import { recordChange, redactInAuditLog } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { AccountExtension } from '../account-extension.ts';
import { toOwner, type UserRow } from '../users.ts';

const LAST_ADMIN = 'You are the only administrator. Make someone else an administrator first.';

/**
 * Deletes an account with all that belongs to it, in one transaction. Foreign keys delete its sessions,
 * passkeys, favorites, links and security events. The audit log keeps that an account was deleted, without
 * its name. With `forgetEmail`, extensions also delete the records of its proven address. 409 for the last
 * administrator.
 */
export async function deleteAccount(
  db: Db,
  user: UserRow,
  forgetEmail: boolean,
  extensions: readonly AccountExtension[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (user.role === 'admin') await assertAnotherAdmin(transaction);
    const owner = toOwner(user);
    for (const { onDelete } of extensions) await onDelete?.(transaction, owner, { forgetEmail });
    await transaction.deleteFrom('users').where('id', '=', user.id).execute();
    const itemId = String(user.id);
    await redactInAuditLog(transaction, 'account', [itemId]);
    await recordChange(transaction, {
      userId: null,
      action: 'deleted',
      itemType: 'account',
      itemId,
      title: '',
    });
    if (owner.provenEmail === null) return;
    await transaction.deleteFrom('email_tokens').where('email_key', '=', owner.provenEmail).execute();
    await transaction
      .deleteFrom('mails')
      .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', owner.provenEmail))
      .execute();
  });
}

/** Locks every administrator's row, so that the last two cannot delete themselves at the same moment. */
async function assertAnotherAdmin(db: Db): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('role', '=', 'admin')
    .executeTakeFirst();
  if (numUpdatedRows < 2n) throw new HttpError('last-admin', LAST_ADMIN);
}
