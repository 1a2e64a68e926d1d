import { lockAdmins } from '#features/accounts/server/account/another-admin.ts';
import { setRole } from '#features/accounts/server/account/set-role.ts';
import { staffRole } from '#features/accounts/server/session/roles.ts';
import { findUser } from '#features/accounts/server/users.ts';
import type { Author } from '#features/audit-log/server/change.ts';
import { syncRole } from '#features/subscriptions/server/state/sync-role.ts';
import type { Db } from '#platform/database/open.ts';
import { forbidden, HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { NewRole } from '../../contract/schemas.ts';
import type { FoundPerson } from '../person/find-person.ts';
import { assertCurrent, assertNotOwn, lockPerson } from './assert-current.ts';

export const NO_ACCOUNT = 'This person has no account.';
const LOCKED = 'They cannot enter. Restore their access first.';

/**
 * Makes a person an administrator, an editor, or a member. Payments and grants are unaffected. Throws 409 for
 * one's own account, for the last administrator, and for a person who cannot enter.
 */
export async function changeRole(
  db: Db,
  author: Author,
  found: FoundPerson,
  { role, lastChange }: { role: NewRole; lastChange: number },
): Promise<void> {
  const { userId } = found;
  if (userId === null) throw notFound(NO_ACCOUNT);
  assertNotOwn(author, found);
  await db.transaction().execute(async (transaction) => {
    // Locked first, so that two administrators who change each other can neither both succeed nor deadlock.
    await lockAdmins(transaction);
    await assertStillAdmin(transaction, author);
    await lockPerson(transaction, found);
    await assertCurrent(transaction, author, found, lastChange);
    const user = await findUser(transaction, userId);
    if (!user) throw notFound(NO_ACCOUNT);
    const isLocked = user.disabled_at !== null || found.addressRevoked;
    if (isLocked && role !== 'member') throw new HttpError('access-revoked', LOCKED);
    const wasAdmin = staffRole(user) === 'admin';
    const hasChanged = await setRole(transaction, user, role === 'member' ? null : role, author);
    // An administrator's role does not show whether they pay, so it is derived again.
    if (hasChanged && wasAdmin) await syncRole(transaction, userId, Date.now());
  });
}

/** Throws 403 when the author's own role was removed during the request. */
async function assertStillAdmin(db: Db, { userId }: Author): Promise<void> {
  if (userId === null) return;
  const author = await findUser(db, userId);
  if (!author || author.disabled_at !== null || staffRole(author) !== 'admin') throw forbidden();
}
