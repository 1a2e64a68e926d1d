import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { type CsrfTokens, guardAgainstForgery } from '#platform/http/csrf.ts';
import { HttpError, unauthorized } from '#platform/http/errors.ts';
import { forgive, type Limit, spend } from '#platform/http/limits.ts';
import { VISITOR } from '#platform/http/reader.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { passwordFits } from './passwords.ts';
import { SessionCookie } from './session-cookie.ts';
import { endSession, hashSessionId, readSession, startSession } from './sessions.ts';
import { findUser, findUserByName, toUser } from './users.ts';

/** Guesses are counted for a caller and a name together: an attacker cannot lock the owner out elsewhere. */
const LOGIN_GUESSES: Limit = { name: 'login:guess', max: 10, window: 15 * 60_000 };
const LOGIN_CALLER: Limit = { name: 'login:ip', max: 50, window: 15 * 60_000 };
const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.';

/** A visitor's token is bound to this cookie, which means nothing else. */
const VISITOR_COOKIE = 'stillwater_visitor';

export interface AccountsSetup {
  db: Db;
  tokens: CsrfTokens;
  secure: boolean;
  publicUrl: () => string;
}

/** Resolves the reader of every request, and serves signing in and out. */
export function accountsRoutes(app: FastifyInstance, { db, tokens, secure, publicUrl }: AccountsSetup): void {
  const cookie = new SessionCookie(secure);

  app.addHook('onRequest', async (request) => {
    const id = cookie.read(request);
    request.reader = (id !== undefined && (await readSession(db, id))) || VISITOR;
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

  serve(app, contract.getUser, async ({ reader }) => {
    const user = reader.userId === null ? undefined : await findUser(db, reader.userId);
    if (!user) throw unauthorized();
    return toUser(user);
  });

  serve(app, contract.login, async ({ body, reader, request, reply }) => {
    if (body.password === '') {
      const own = reader.userId === null ? undefined : await findUser(db, reader.userId);
      if (!own || own.username_key !== caseless(body.username))
        throw new HttpError(401, 'Invalid username or password');
      return toUser(own);
    }
    const subject = `${request.ip}|${caseless(body.username)}`;
    await spend(db, LOGIN_CALLER, request.ip, TOO_MANY_LOGINS);
    await spend(db, LOGIN_GUESSES, subject, TOO_MANY_LOGINS);
    const user = await findUserByName(db, body.username);
    if (!(await passwordFits(user?.password_hash, body.password)) || !user)
      throw new HttpError(401, 'Invalid username or password');
    await forgive(db, LOGIN_GUESSES, subject);
    if (reader.sessionHash !== null) await endSession(db, reader.sessionHash);
    cookie.set(reply, await startSession(db, user.id, request.headers['user-agent']));
    return toUser(user);
  });

  serve(app, contract.logout, async ({ request, reply }) => {
    const id = cookie.read(request);
    if (id !== undefined) await endSession(db, hashSessionId(id));
    cookie.clear(reply);
  });
}
