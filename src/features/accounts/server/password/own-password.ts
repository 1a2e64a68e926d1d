import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { HandlerContext } from '#platform/http/serve/serve.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { GUESSES_AT_OWN_PASSWORD } from '../../contract/rate-limits.ts';
import type { UserRow } from '../users.ts';
import { passwordMatches } from './passwords.ts';

const WRONG = 'This is not your current password';
/** Maximum age in ms of a session that replaces a missing password. A mailed link has just opened it. */
const FRESH_SESSION = 15 * MINUTE;
const NOT_FRESH =
  'To keep your account safe, please log out, log in again with a link by email, and try again.';

/**
 * Protects changes that nobody must make in an abandoned session. Throws 400 for a wrong password (not 401 or
 * 403: only the field is wrong), and 403 when the account has no password and the session is not fresh.
 * Guesses are rate-limited.
 */
export async function assertOwnPassword(
  db: Db,
  { request, limits }: Pick<HandlerContext, 'request' | 'limits'>,
  user: UserRow,
  password: string,
  field = 'currentPassword',
): Promise<void> {
  if (user.password_hash === null) return assertFresh(db, user.id, request.reader.sessionHash);
  if (password !== '') {
    await limits.spend(GUESSES_AT_OWN_PASSWORD);
    if (await passwordMatches(user.password_hash, password)) return;
  }
  throw new HttpError('wrong-password', WRONG, { issues: [{ path: field, message: WRONG }] });
}

async function assertFresh(db: Db, userId: number, sessionHash: string | null): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('id_hash', '=', sessionHash ?? '')
    .executeTakeFirst();
  if (!session || Date.now() - session.created_at > FRESH_SESSION)
    throw new HttpError('sign-in-too-old', NOT_FRESH);
}
