import type { Db } from '#platform/database/open.ts';
import { badRequest } from '#platform/http/errors.ts';
import { countOwnPasswordGuess } from './limits.ts';
import { passwordFits } from './passwords.ts';
import type { UserRow } from './users.ts';

const WRONG = 'This is not your current password';

/**
 * 400 when the account has a password and this is not it. Guesses are counted. Not 401 or 403: the reader is signed
 * in and allowed, only the field is wrong.
 */
export async function assertOwnPassword(
  db: Db,
  caller: string,
  user: UserRow,
  password: string,
  field = 'currentPassword',
): Promise<void> {
  if (user.password_hash === null) return;
  if (password !== '') {
    await countOwnPasswordGuess(db, caller, user.id);
    if (await passwordFits(user.password_hash, password)) return;
  }
  throw badRequest(WRONG, [{ path: field, message: WRONG }]);
}
