import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { recordSecurityEvent } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { endTokensOf } from '../email/email-tokens.ts';
import { endSessionsOf } from '../session/sessions.ts';
import { findUserByName, type UserRow } from '../users.ts';
import { assertAnotherAdmin } from './another-admin.ts';

const DISABLED = 'This account is disabled. If you think this is a mistake, contact us.';

const LAST_ADMIN = 'This is the only administrator who is not disabled.';

/**
 * Disables the account with a name, or enables it again: see {@link changeDisabled}. Returns the account;
 * undefined when no account has the name.
 */
export const setDisabled = (db: Db, username: string, isDisabled: boolean): Promise<UserRow | undefined> =>
  db.transaction().execute(async (transaction) => {
    const user = await findUserByName(transaction, username);
    if (user) await changeDisabled(transaction, user, isDisabled, { userId: null });
    return user;
  });

/**
 * Disables an account, or enables it again, with an entry in the audit log. Disabling ends its sessions and
 * open links, and refuses every sign-in. A repetition changes nothing. Runs in a transaction. Throws 409 for
 * the last administrator.
 */
export async function changeDisabled(
  db: Db,
  user: UserRow,
  isDisabled: boolean,
  author: Author,
): Promise<void> {
  if (isDisabled && user.role === 'admin') await assertAnotherAdmin(db, user.id, LAST_ADMIN);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ disabled_at: isDisabled ? Date.now() : null })
    .where('id', '=', user.id)
    .where('disabled_at', isDisabled ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  if (isDisabled) {
    await endSessionsOf(db, user.id);
    await endTokensOf(db, user.id);
  }
  await recordSecurityEvent(db, {
    userId: user.id,
    kind: isDisabled ? 'account-disabled' : 'account-enabled',
    device: null,
  });
  await recordChange(db, {
    ...author,
    action: isDisabled ? 'revoked' : 'granted',
    itemType: 'account',
    itemId: String(user.id),
    title: user.username,
  });
}

/** Throws 403 for a disabled account. Locks its row, so that disabling runs entirely before or after. */
export async function assertEnabled(db: Db, userId: number): Promise<void> {
  const row = await db
    .updateTable('users')
    .set((eb) => ({ disabled_at: eb.ref('disabled_at') }))
    .where('id', '=', userId)
    .returning('disabled_at')
    .executeTakeFirst();
  if (row && row.disabled_at !== null) throw new HttpError('access-revoked', DISABLED);
}
