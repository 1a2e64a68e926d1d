import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { forbidden, notFound } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { callerOf } from './caller.ts';
import { deleteAccount } from './delete-account.ts';
import { pendingAddress } from './email-tokens.ts';
import { ownData, toSessionEntry } from './own-data.ts';
import { assertOwnPassword } from './own-password.ts';
import { endSessionOf, endSessionsOf, sessionsOf } from './sessions.ts';
import { type MemberSetup, ownAccount } from './setup.ts';

/** Without a password, a session this young proves as much: it was opened by a link from the mailbox. */
const FRESH = 15 * 60_000;
const NOT_FRESH =
  'Your account has no password, so this needs a fresh sign-in: log out, come back with a link by mail, and try again.';

/** Where one is signed in, one's own data, and the way out. */
export function ownAccountRoutes(app: FastifyInstance, { db, cookie }: MemberSetup): void {
  serve(app, contract.getAccount, async ({ reader }) => {
    const user = await ownAccount(db, reader);
    return {
      createdAt: new Date(user.created_at).toISOString(),
      hasPassword: user.password_hash !== null,
      pendingEmail: await pendingAddress(db, user.id),
    };
  });

  serve(app, contract.listSessions, async ({ reader }) => {
    const user = await ownAccount(db, reader);
    const sessions = await sessionsOf(db, user.id, user.role);
    const entries = sessions.map((row) => toSessionEntry(row, reader.sessionHash));
    return entries.sort((a, b) => Number(b.current) - Number(a.current));
  });

  serve(app, contract.endOneSession, async ({ params, reader, reply }) => {
    const user = await ownAccount(db, reader);
    if (!(await endSessionOf(db, user.id, params.session))) throw notFound();
    if (params.session === reader.sessionHash) cookie.clear(reply);
  });

  serve(app, contract.endAllSessions, async ({ reader, reply }) => {
    const user = await ownAccount(db, reader);
    await endSessionsOf(db, user.id);
    cookie.clear(reply);
  });

  serve(app, contract.getOwnData, async ({ reader, reply }) => {
    const user = await ownAccount(db, reader);
    reply.header('content-disposition', 'attachment; filename="stillwater-my-data.json"');
    return ownData(db, user, reader.sessionHash);
  });

  serve(app, contract.deleteAccount, async ({ body, reader, request, reply }) => {
    const user = await ownAccount(db, reader);
    if (user.password_hash === null) await assertFresh(db, user.id, reader.sessionHash);
    else await assertOwnPassword(db, callerOf(request), user, body.password, 'password');
    await deleteAccount(db, user, body.forgetEmail);
    cookie.clear(reply);
  });
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
