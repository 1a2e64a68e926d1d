import { imitatesStaff } from '#features/accounts/server/account/look-alike-names.ts';
import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { findUser, nameTaken, setProvenEmail, setUsername } from '#features/accounts/server/users.ts';
import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { FoundPerson } from '../person/find-person.ts';
import { assertCurrent, lockPerson } from './assert-current.ts';
import { NO_ACCOUNT } from './change-role.ts';

const OTHER_ADDRESS = 'Their address is another one now. Look again before you go on.';

/** Renames an account. Throws 409 when another account has the name, or it imitates the site's staff. */
export async function renamePerson(
  db: Db,
  author: Author,
  found: FoundPerson,
  { name, lastChange }: { name: string; lastChange: number },
): Promise<void> {
  const { userId } = found;
  if (userId === null) throw notFound(NO_ACCOUNT);
  if (name !== found.person.name && (await imitatesStaff(db, name))) throw nameTaken();
  await db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, found);
    await assertCurrent(transaction, author, found, lastChange);
    const user = await findUser(transaction, userId);
    if (!user) throw notFound(NO_ACCOUNT);
    if (user.username === name) return;
    await setUsername(transaction, userId, name);
    await recordAccount(transaction, author, userId, name, { done: 'renamed', from: user.username });
  });
}

/**
 * Confirms the address of an account on behalf of its owner. Throws 409 when the account's address has
 * changed.
 */
export async function confirmEmail(
  db: Db,
  author: Author,
  found: FoundPerson,
  { confirmedEmail, lastChange }: { confirmedEmail: string; lastChange: number },
  extensions: readonly AccountExtension[],
): Promise<void> {
  const { userId } = found;
  if (userId === null) throw notFound(NO_ACCOUNT);
  await db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, found);
    await assertCurrent(transaction, author, found, lastChange);
    const user = await findUser(transaction, userId);
    if (!user || user.email === null) throw notFound('This person has no address.');
    if (user.email_key !== caseless(confirmedEmail)) throw new HttpError('edit-conflict', OTHER_ADDRESS);
    if (user.email_verified_at !== null) return;
    await setProvenEmail(transaction, userId, user.email);
    for (const { onEmailProven } of extensions) await onEmailProven?.(transaction, userId);
    await recordAccount(transaction, author, userId, user.username, { done: 'email-confirmed' });
  });
}

const recordAccount = (
  db: Db,
  author: Author,
  userId: number,
  title: string,
  details: Record<string, unknown>,
) =>
  recordChange(db, {
    ...author,
    action: 'updated',
    itemType: 'account',
    itemId: String(userId),
    title,
    details,
  });
