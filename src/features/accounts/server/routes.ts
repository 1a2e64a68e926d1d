import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { caseless } from '#platform/database/caseless.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { hashSecret } from '#platform/http/bearer-secret.ts';
import { callerOf } from '#platform/http/caller.ts';
import { guardAgainstForgery } from '#platform/http/csrf.ts';
import { HttpError } from '#platform/http/errors.ts';
import { VISITOR } from '#platform/http/reader.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';

import { emailRoutes } from './email-routes.ts';
import { countLogin, countRegistration, forgiveLogin } from './limits.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { queueProof } from './prove-email.ts';
import { refuseCommonPassword } from './refuse-password.ts';
import { SessionCookie } from './session-cookie.ts';
import { endSession, readSession, startSession, startSessionFor } from './sessions.ts';
import { type AccountsSetup, ownAccount } from './setup.ts';
import { findUser, findUserByName, insertUser, toUser } from './users.ts';

/** A visitor's token is bound to this cookie, which means nothing else. */
const VISITOR_COOKIE = 'stillwater_visitor';

/** The same for everyone, so nobody looks who asks. */
const WITHOUT_READER = /^\/(assets\/|healthz|readyz|metrics)/;

const wrongLogin = () => new HttpError(401, 'Invalid username or password');

/** Resolves the reader of every request, and serves everything about accounts. */
export function accountsRoutes(app: FastifyInstance, setup: AccountsSetup): void {
  const { db, tokens, secure, publicUrl, wakePostman } = setup;
  const cookie = new SessionCookie(secure);

  app.addHook('onRequest', async (request) => {
    const id = cookie.value(request);
    request.reader = VISITOR;
    if (id === undefined || WITHOUT_READER.test(request.url)) return;
    try {
      request.reader = (await readSession(db, id)) ?? VISITOR;
    } catch (error) {
      // Whatever can be shown without the database is shown, as to a visitor; the API never takes one for another.
      if (!(error instanceof DatabaseUnavailable) || request.url.startsWith('/api/')) throw error;
    }
  });
  const bindingOf = (request: FastifyRequest) =>
    request.reader.sessionHash ?? request.cookies[VISITOR_COOKIE] ?? null;
  guardAgainstForgery(app, tokens, bindingOf, publicUrl);

  serve(app, contract.getCsrfToken, ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    let binding = bindingOf(request);
    if (binding === null) {
      binding = randomBytes(16).toString('base64url');
      reply.setCookie(VISITOR_COOKIE, binding, { path: '/', httpOnly: true, sameSite: 'lax', secure });
    }
    return { csrfToken: tokens.issue(binding) };
  });

  serve(app, contract.getUser, async ({ reader }) => toUser(await ownAccount(db, reader)));

  serve(app, contract.login, async ({ body, reader, request, reply }) => {
    if (body.password === '') {
      const own = reader.userId === null ? undefined : await findUser(db, reader.userId);
      if (!own || own.username_key !== caseless(body.username)) throw wrongLogin();
      return toUser(own);
    }
    const caller = callerOf(request);
    await countLogin(db, caller, body.username);
    const user = await findUserByName(db, body.username);
    if (!(await passwordFits(user?.password_hash, body.password)) || !user) throw wrongLogin();
    const sessionId = await startSessionFor(db, user, reader, cookie.deviceOf(request));
    if (sessionId === null) throw wrongLogin();
    await forgiveLogin(db, caller, body.username);
    cookie.start(reply, sessionId);
    return toUser((await findUser(db, user.id)) ?? user);
  });

  serve(app, contract.register, async ({ body, reader, request, reply }) => {
    await countRegistration(db, callerOf(request));
    refuseCommonPassword(body.password, body);
    const passwordHash = await hashPassword(body.password);
    const { user, sessionId } = await db.transaction().execute(async (transaction) => {
      const { username, email } = body;
      const made = await insertUser(transaction, { username, email, passwordHash, role: 'free' });
      await queueProof(transaction, made.id, email, publicUrl());
      if (reader.sessionHash !== null) await endSession(transaction, reader.sessionHash);
      const started = await startSession(transaction, made.id, cookie.deviceOf(request));
      // What was paid for in this browser has made a subscriber of them.
      return { user: (await findUser(transaction, made.id)) ?? made, sessionId: started };
    });
    wakePostman();
    cookie.start(reply, sessionId);
    return toUser(user);
  });

  serve(app, contract.logout, async ({ request, reply }) => {
    const id = cookie.value(request);
    if (id !== undefined) await endSession(db, hashSecret(id));
    cookie.clear(reply);
  });

  const members = { db, publicUrl, wakePostman, cookie };
  passwordRoutes(app, members);
  emailRoutes(app, members);
  ownAccountRoutes(app, members);
}
