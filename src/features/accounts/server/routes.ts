import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  logSecurityEvent,
  reportFailedLogin,
  reportSecurityEvent,
} from '#features/audit-log/server/security-events/log-security-event.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { csrfBinding, guardAgainstForgery, hashSecret, visitorCookie } from '#platform/http/guard/tokens.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { GUESSES_AT_NAME, GUESSES_OF_CALLER, LOGINS_TO_ACCOUNT } from '../contract/rate-limits.ts';
import { imitatesStaff } from './account/look-alike-names.ts';
import { ownAccountRoutes } from './account/own-account-routes.ts';
import { spendGuess } from './devices/guess-limits.ts';
import { queueProof } from './email/account-mails.ts';
import { emailRoutes } from './email/email-routes.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { passwordRoutes } from './password/password-routes.ts';
import { hashPassword, passwordMatches } from './password/passwords.ts';
import { refuseWeakPassword } from './password/weak-passwords.ts';
import { assertSecondFactor } from './second-factor/second-factor.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { LogoutCookie, resolveReaders } from './session/resolve-readers.ts';
import { endSession, SessionCookie } from './session/sessions.ts';
import { signIn, signInVerified } from './session/sign-in.ts';
import { type AccountsSetup, ownAccount } from './setup.ts';
import { findUser, findUserByName, insertUser, nameTaken, ownUser, toUser } from './users.ts';

const wrongLogin = () => new HttpError('wrong-credentials', 'Invalid username or password');

/** Resolves the reader of every request, and serves the account endpoints. */
export function accountsRoutes(app: FastifyInstance, setup: AccountsSetup): void {
  const { db, tokens, lastSeen, secure, publicUrl, wakeMailSender, extensions, view, devices } = setup;
  const cookie = new SessionCookie(secure);
  const visitor = visitorCookie(secure);

  const logoutCookie = new LogoutCookie(secure);
  resolveReaders(app, { db, lastSeen, cookie, logoutCookie, extensions, view });
  guardAgainstForgery(app, tokens, publicUrl, visitor);

  serve(app, contract.getCsrfToken, ({ request, reply }) => {
    let binding = csrfBinding(request, visitor);
    if (binding === null) {
      binding = randomBytes(16).toString('base64url');
      visitor.set(reply, binding);
    }
    return { csrfToken: tokens.issue(binding) };
  });

  serve(app, contract.getUser, async ({ reader }) => ownUser(reader, await ownAccount(db, reader)));

  serve(app, contract.login, async ({ body, reader, request, reply, limits }) => {
    if (body.password === '') {
      const own = reader.userId === null ? undefined : await findUser(db, reader.userId);
      if (!own || own.username_key !== caseless(body.username)) throw wrongLogin();
      return toUser(own);
    }
    const user = await findUserByName(db, body.username);
    const takeGuessBack = await spendGuess(db, { request, limits, devices }, body.username, user?.id);
    if (!(await passwordMatches(user?.password_hash, body.password)) || !user) {
      await reportFailedLogin(db, request, user?.id, 'password');
      throw wrongLogin();
    }
    await takeGuessBack();
    const second = assertSecondFactor(setup, user, body.code, { request, limits });
    await second.catch((error) => reportAndThrow(db, request, user.id, error));
    await limits.spend(LOGINS_TO_ACCOUNT, { userId: user.id });
    const sessionId = await signInVerified(db, user, request, extensions);
    if (sessionId === null) throw wrongLogin();
    await limits.forgive(GUESSES_AT_NAME);
    await limits.giveBack(GUESSES_OF_CALLER);
    wakeMailSender();
    cookie.start(reply, sessionId);
    logSecurityEvent(request, 'login', user.id, 'password');
    return toUser((await findUser(db, user.id)) ?? user);
  });

  serve(app, contract.register, async ({ body, request, reply }) => {
    if (await imitatesStaff(db, body.username)) throw nameTaken();
    await refuseWeakPassword(body.password, body);
    const passwordHash = await hashPassword(body.password);
    const { user, sessionId } = await db.transaction().execute(async (transaction) => {
      const { username, email } = body;
      const inserted = await insertUser(transaction, { username, email, passwordHash, role: 'free' });
      await queueProof(transaction, inserted.id, email, publicUrl());
      const sessionId = await signIn(transaction, inserted.id, request, extensions, 'registration');
      // Read again: an extension may have changed the role.
      return { user: (await findUser(transaction, inserted.id)) ?? inserted, sessionId };
    });
    wakeMailSender();
    cookie.start(reply, sessionId);
    logSecurityEvent(request, 'registered', user.id);
    return toUser(user);
  });

  serve(app, contract.logout, async ({ reader, request, reply }) => {
    const id = request.cookies[cookie.name];
    if (id !== undefined) await endSession(db, hashSecret(id));
    if (reader.sessionHash !== null && reader.userId !== null)
      await reportSecurityEvent(db, request, 'logout', reader.userId);
    cookie.end(reply);
  });

  const members = { ...setup, cookie };
  passkeyRoutes(app, members);
  secondFactorRoutes(app, members);
  passwordRoutes(app, members);
  emailRoutes(app, members);
  ownAccountRoutes(app, members);
}

/**
 * Reports a failed second factor. Only logs the right password without a code, because every login with a
 * code starts with it.
 */
async function reportAndThrow(
  db: Db,
  request: FastifyRequest,
  userId: number,
  error: unknown,
): Promise<never> {
  if (error instanceof HttpError && error.code === 'second-factor-required')
    logSecurityEvent(request, 'login-failed', userId, 'code');
  else await reportFailedLogin(db, request, userId, 'code');
  throw error;
}
