import { recordChange } from '#features/audit-log/server/record-change.ts';
import { recordSecurityEvent } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { endTokensOf } from '../email/email-tokens.ts';
import { endSessionsOf } from '../session/sessions.ts';
import { findUserByName, type UserRow } from '../users.ts';

const DISABLED = 'This account is disabled. If you think this is a mistake, contact us.';

/**
 * Disables an account, or enables it again, with an entry in the audit log. Disabling ends its sessions and
 * open links, and refuses every sign-in. Returns the account; undefined when no account has the name. Throws
 * when nobody could administrate the site any more.
 */
export const setDisabled = (db: Db, username: string, isDisabled: boolean): Promise<UserRow | undefined> =>
  db.transaction().execute(async (transaction) => {
    const user = await findUserByName(transaction, username);
    if (!user) return undefined;
    const { numUpdatedRows } = await transaction
      .updateTable('users')
      .set({ disabled_at: isDisabled ? Date.now() : null })
      .where('id', '=', user.id)
      .where('disabled_at', isDisabled ? 'is' : 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return user;
    if (isDisabled) {
      if (user.role === 'admin') await assertAnAdminIsLeft(transaction);
      await endSessionsOf(transaction, user.id);
      await endTokensOf(transaction, user.id);
    }
    await recordSecurityEvent(transaction, {
      userId: user.id,
      kind: isDisabled ? 'account-disabled' : 'account-enabled',
      device: null,
    });
    await recordChange(transaction, {
      userId: null,
      action: isDisabled ? 'revoked' : 'granted',
      itemType: 'account',
      itemId: String(user.id),
      title: user.username,
    });
    return user;
  });

async function assertAnAdminIsLeft(db: Db): Promise<void> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new HttpError('last-admin', 'This is the only administrator who is not disabled.');
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
