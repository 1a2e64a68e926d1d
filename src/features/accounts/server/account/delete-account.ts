import type { Author } from '#features/audit-log/server/change.ts';
import {
  markErasedAuthor,
  recordChange,
  redactInAuditLog,
} from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import type { AccountExtension } from '../account-extension.ts';
import { accountDeletedMail, queueToOwner } from '../email/account-mails.ts';
import { toOwner, type UserRow } from '../users.ts';
import { assertAnotherAdmin } from './another-admin.ts';

const LAST_ADMIN = 'You are the only administrator. Make someone else an administrator first.';
const GONE = 'This account does not exist any more.';

interface Deletion {
  /** Extensions also delete the records of the account's proven address. */
  forgetEmail: boolean;
  extensions: readonly AccountExtension[];
  /** The administrator who erases a person. Undefined for owners, because their ids are deleted. */
  author?: Author;
}

/**
 * Deletes an account for its owner: see {@link removeAccount}. Queues a mail to its proven address, because a
 * stranger may have deleted it. The caller must wake the mail sender afterwards.
 */
export const deleteAccount = (
  db: Db,
  user: UserRow,
  deletion: Omit<Deletion, 'author'>,
  publicUrl: string,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await removeAccount(transaction, user, deletion);
    // After the deletion, which includes the queued mails.
    await queueToOwner(transaction, user, (to) =>
      accountDeletedMail(transaction, to, user.username, publicUrl),
    );
  });

/**
 * Deletes an account and everything that belongs to it. Runs in a transaction. Foreign keys cascade to its
 * sessions, passkeys, favorites, links and security events. The audit log records the deletion without the
 * account's name. 404 for a deleted account, 409 for the last administrator.
 */
export async function removeAccount(
  db: Db,
  user: UserRow,
  { forgetEmail, extensions, author = { userId: null } }: Deletion,
): Promise<void> {
  if (user.role === 'admin') await assertAnotherAdmin(db, user.id, LAST_ADMIN);
  const owner = toOwner(user);
  for (const { onDelete } of extensions) await onDelete?.(db, owner, { forgetEmail });
  await markErasedAuthor(db, user.id);
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', user.id).executeTakeFirst();
  // Another press was first.
  if (numDeletedRows === 0n) throw notFound(GONE);
  const itemId = String(user.id);
  await redactInAuditLog(db, 'account', [itemId]);
  await recordChange(db, { ...author, action: 'deleted', itemType: 'account', itemId, title: '' });
  if (owner.provenEmail === null) return;
  await db.deleteFrom('email_tokens').where('email_key', '=', owner.provenEmail).execute();
  await db
    .deleteFrom('mails')
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', owner.provenEmail))
    .execute();
}
