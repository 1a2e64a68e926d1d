import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { LOGOUT_COOKIE } from '#platform/http/contract/headers.ts';
import { OwnCookie } from '#platform/http/guard/own-cookie.ts';
import { hashSecret } from '#platform/http/guard/tokens.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import type { AccountExtension } from '../account-extension.ts';
import type { LastSeen } from './last-seen.ts';
import { endSession, readSession, type SessionCookie } from './sessions.ts';

/** The cookie with which a page that was offline requests the end of the session. */
export class LogoutCookie extends OwnCookie {
  constructor(secure: boolean) {
    super(LOGOUT_COOKIE, secure);
  }

  /**
   * Removes the logout cookie after the session's end. Keeps the session's cookie, which opens nothing now: a
   * late response must not remove the cookie of a newer session.
   */
  finish(reply: FastifyReply): void {
    this.clear(reply);
    reply.header('clear-site-data', '"cache"');
  }
}

/** Replaces the reader of requests that carry a certain cookie. */
export interface ReaderView {
  cookie: string;
  /**
   * Runs after the request's own reader is found. Throws `HttpError` for requests that the view does not
   * allow.
   */
  replaceReader(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

interface ReaderSetup {
  db: Db;
  lastSeen: LastSeen;
  cookie: SessionCookie;
  logoutCookie: LogoutCookie;
  extensions: readonly AccountExtension[];
  view: ReaderView;
}

/** Finds the reader of every request, before any handler runs. */
export function resolveReaders(app: FastifyInstance, setup: ReaderSetup): void {
  const { db, lastSeen, cookie, logoutCookie, extensions, view } = setup;
  app.addHook('onRequest', async (request, reply) => {
    request.reader = VISITOR;
    const { impersonal, isCall } = request.routeOptions.config;
    if (impersonal) return;
    const id = request.cookies[cookie.name];
    if (request.cookies[logoutCookie.name] !== undefined) {
      await ifAvailable(async () => {
        if (id !== undefined) await endSession(db, hashSecret(id));
        logoutCookie.finish(reply);
      }, isCall);
    } else if (id !== undefined)
      request.reader = (await ifAvailable(() => readSession(db, lastSeen, id), isCall)) ?? VISITOR;
    if (request.reader.userId === null)
      for (const { visitorReader: other } of extensions)
        if (other && request.cookies[other.cookie] !== undefined)
          request.reader =
            (await ifAvailable(() => other.read(db, request, reply), isCall)) ?? request.reader;
    if (request.cookies[view.cookie] !== undefined) await view.replaceReader(request, reply);
  });
}

/**
 * Without a database, readers of pages count as visitors, and a pending logout waits. Calls fail instead, so
 * that they never mistake a member for a visitor.
 */
async function ifAvailable<T>(run: () => Promise<T>, isCall = false): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || isCall) throw error;
    return null;
  }
}
