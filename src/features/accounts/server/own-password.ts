import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { callerOf } from '#platform/http/caller.ts';
import { badRequest, forbidden } from '#platform/http/errors.ts';
import { countOwnPasswordGuess } from './limits.ts';
import { passwordFits } from './passwords.ts';
import type { UserRow } from './users.ts';

const WRONG = 'This is not your current password';
/** Without a password, a session this young proves as much: it was opened by a link from the mailbox. */
const FRESH = 15 * 60_000;
const NOT_FRESH =
  'Your account has no password, so this needs a fresh sign-in: log out, come back with a link by mail, and try again.';

/**
 * Before what a forgotten session may not do: 400 when the account has a password and this is not it, 403 when it has
 * none and the session is old. Guesses are counted. Not 401 or 403 for a wrong password: the reader is signed in and
 * allowed, only the field is wrong.
 */
export async function assertOwnPassword(
  db: Db,
  request: FastifyRequest,
  user: UserRow,
  password: string,
  field = 'currentPassword',
): Promise<void> {
  if (user.password_hash === null) return assertFresh(db, user.id, request.reader.sessionHash);
  if (password !== '') {
    await countOwnPasswordGuess(db, callerOf(request), user.id);
    if (await passwordFits(user.password_hash, password)) return;
  }
  throw badRequest(WRONG, [{ path: field, message: WRONG }]);
}

async function assertFresh(db: Db, userId: number, sessionHash: string | null): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('id_hash', '=', sessionHash ?? '')
    .executeTakeFirst();
  if (!session || Date.now() - session.created_at > FRESH) throw forbidden(NOT_FRESH);
}
