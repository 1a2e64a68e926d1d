import type { FastifyInstance } from 'fastify';
import {
  logSecurityEvent,
  reportSecurityEvent,
} from '#features/audit-log/server/security-events/log-security-event.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { instant } from '#platform/text/instants.ts';
import * as contract from '../../contract/endpoints.ts';
import { pendingAddress } from '../email/email-tokens.ts';
import { assertOwnPassword } from '../password/own-password.ts';
import { endSessionOf, endSessionsOf, sessionsOf } from '../session/sessions.ts';
import { type MemberSetup, ownAccount } from '../setup.ts';
import { deleteAccount } from './delete-account.ts';
import { ownData, toSessionEntry } from './own-data.ts';

/** Serves the account page: details, sessions, the download of one's own data, and deletion. */
export function ownAccountRoutes(app: FastifyInstance, setup: MemberSetup): void {
  const { db, cookie, extensions, publicUrl, wakeMailSender } = setup;

  serve(app, contract.getAccount, async ({ reader }) => {
    const user = await ownAccount(db, reader);
    return {
      createdAt: instant(user.created_at),
      hasPassword: user.password_hash !== null,
      pendingEmail: await pendingAddress(db, user.id),
    };
  });

  serve(app, contract.listSessions, async ({ reader }) => {
    const user = await ownAccount(db, reader);
    const sessions = await sessionsOf(db, user);
    const entries = sessions.map((row) => toSessionEntry(row, reader.sessionHash));
    return entries.sort((a, b) => Number(b.current) - Number(a.current));
  });

  serve(app, contract.endOneSession, async ({ params, reader, request, reply }) => {
    const user = await ownAccount(db, reader);
    if (!(await endSessionOf(db, user.id, params.session)))
      throw notFound('That device is already logged out.');
    if (params.session === reader.sessionHash) {
      await reportSecurityEvent(db, request, 'logout', user.id);
      cookie.end(reply);
    } else await reportSecurityEvent(db, request, 'sessions-ended', user.id, 'one');
  });

  serve(app, contract.endAllSessions, async ({ reader, request, reply }) => {
    const user = await ownAccount(db, reader);
    await endSessionsOf(db, user.id);
    await reportSecurityEvent(db, request, 'sessions-ended', user.id);
    cookie.end(reply);
  });

  serve(app, contract.getOwnData, async ({ reader, request, reply }) => {
    const user = await ownAccount(db, reader);
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    await reportSecurityEvent(db, request, 'data-exported', user.id);
    return ownData(db, user, reader.sessionHash, extensions);
  });

  serve(app, contract.deleteAccount, async ({ body, reader, request, reply, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.password, 'password');
    await deleteAccount(db, user, { forgetEmail: body.forgetEmail, extensions }, publicUrl());
    wakeMailSender();
    logSecurityEvent(request, 'account-deleted', user.id);
    cookie.end(reply);
  });
}
