import { removeAccount } from '#features/accounts/server/account/delete-account.ts';
import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { findUser } from '#features/accounts/server/users.ts';
import type { Author } from '#features/audit-log/server/change.ts';
import { eraseSignup } from '#features/signups/server/erase-address.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { invalidInput, notFound } from '#platform/http/serve/errors.ts';
import type { FoundPerson } from '../person/find-person.ts';
import { assertCurrent, assertNotOwn } from './assert-current.ts';

const MISTYPED = 'This is not what you were asked to type';

/**
 * Erases a person: the account with the sign-up of its verified address, or a sign-up without an account. The
 * typed confirmation is the address; for an account without one, its name. Throws 400, 404 and 409.
 */
export async function erasePerson(
  db: Db,
  author: Author,
  found: FoundPerson,
  { confirmation, lastChange }: { confirmation: string; lastChange: number },
  extensions: readonly AccountExtension[],
): Promise<void> {
  const { person, userId, signup } = found;
  assertNotOwn(author, found);
  if (caseless(confirmation) !== caseless(person.email ?? person.name ?? ''))
    throw invalidInput(MISTYPED, [{ path: 'confirmation', message: MISTYPED }]);
  await assertCurrent(db, author, found, lastChange);
  if (userId === null) return eraseSignup(db, author, signup?.id ?? 0);
  // Increases the catalogue version, because a revoked address may enter again (see `RevokedEntries`).
  await changeCatalogue(db, async (transaction) => {
    const user = await findUser(transaction, userId);
    if (!user) throw notFound('This person does not exist any more.');
    await removeAccount(transaction, user, { forgetEmail: true, extensions, author });
  });
}
