import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { deleteAccount } from './delete-account.ts';
import { pendingAddress } from './email-tokens.ts';
import { ownData, toSessionEntry } from './own-data.ts';
import { assertOwnPassword } from './own-password.ts';
import { endSessionOf, endSessionsOf, sessionsOf } from './sessions.ts';
import { type MemberSetup, ownAccount } from './setup.ts';

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
    if (!(await endSessionOf(db, user.id, params.session)))
      throw notFound('That device was signed out already.');
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
    await assertOwnPassword(db, request, user, body.password, 'password');
    await deleteAccount(db, user, body.forgetEmail);
    cookie.clear(reply);
  });
}
