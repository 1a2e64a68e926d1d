import { lockAdmins } from '#features/accounts/server/account/another-admin.ts';
import { changeDisabled } from '#features/accounts/server/account/disable-account.ts';
import { findUser } from '#features/accounts/server/users.ts';
import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { recordSecurityEvent } from '#features/audit-log/server/security-events/record-security-event.ts';
import { changeAccess } from '#features/signups/server/signup-list.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import type { FoundPerson } from '../person/find-person.ts';
import { assertCurrent, assertNotOwn, lockPerson } from './assert-current.ts';

/** Disables an account, or enables it again. */
export async function changeIsDisabled(
  db: Db,
  author: Author,
  found: FoundPerson,
  { isDisabled, lastChange }: { isDisabled: boolean; lastChange: number },
): Promise<void> {
  const { userId } = found;
  if (userId === null) throw notFound('This person has no account.');
  assertNotOwn(author, found);
  await db.transaction().execute(async (transaction) => {
    // Locked first, so that two administrators who disable each other cannot deadlock.
    await lockAdmins(transaction);
    await lockPerson(transaction, found);
    await assertCurrent(transaction, author, found, lastChange);
    const user = await findUser(transaction, userId);
    if (!user) throw notFound('This person does not exist any more.');
    await changeDisabled(transaction, user, isDisabled, author);
  });
}

/**
 * Revokes the access of a person's address, or restores it. An unverified address belongs to another person.
 */
export async function changeAddressAccess(
  db: Db,
  author: Author,
  found: FoundPerson,
  { hasAccess, lastChange }: { hasAccess: boolean; lastChange: number },
): Promise<void> {
  if (found.signup === null) throw notFound('This person has entered no address.');
  await assertCurrent(db, author, found, lastChange);
  await changeAccess(db, author, found.signup.id, hasAccess);
}

/** Ends all sessions of an account. Adds an entry to the audit log if there were any. */
export async function endSessions(db: Db, author: Author, { userId, person }: FoundPerson): Promise<void> {
  if (userId === null) return;
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return;
    await recordSecurityEvent(transaction, { userId, kind: 'sessions-ended', detail: 'admin', device: null });
    await recordChange(transaction, {
      ...author,
      // No action of its own, because nodes of the previous version would refuse to list it.
      action: 'updated',
      itemType: 'account',
      itemId: String(userId),
      title: person.name ?? '',
      details: { done: 'sessions-ended' },
    });
  });
}
