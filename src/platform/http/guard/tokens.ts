import '@fastify/cookie';
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SharedKeys } from '../../database/secrets.ts';
import { parseUrl } from '../contract/parse-url.ts';
import { HttpError } from '../serve/errors.ts';
import { OwnCookie } from './own-cookie.ts';

/**
 * Creates a secret for a cookie or a mailed link. The database has only its hash, so a copy of the table
 * opens nothing.
 */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/**
 * Synchronizer tokens: an HMAC over the session, or over a visitor's random cookie, with a key that all nodes
 * share. The token changes with the session.
 */
export class CsrfTokens {
  readonly #keys: SharedKeys;

  constructor(keys: SharedKeys) {
    this.#keys = keys;
  }

  issue = (binding: string): string => tokenOf(this.#keys[0], binding);

  matches(token: unknown, binding: string): boolean {
    if (typeof token !== 'string') return false;
    const given = Buffer.from(token);
    return this.#keys.some((key) => {
      const expected = Buffer.from(tokenOf(key as string, binding));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

const tokenOf = (key: string, binding: string) =>
  createHmac('sha256', key).update(`csrf:${binding}`).digest('base64url');

const STALE = 'This page has been open for a while. Please reload it and try again.';

const FOREIGN = 'This request must come from this site.';

/** Whether a method changes nothing. */
export const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * The cookie that binds a visitor's token, and has no other use. A token of its older form, without the
 * prefix, counts as stale, and the page's script requests a new one.
 */
export const visitorCookie = (secure: boolean) => new OwnCookie('stillwater_visitor', secure);

/**
 * Returns the value that binds a request's token: of its session, or of the visitor's cookie; null without a
 * token.
 */
export const csrfBinding = (request: FastifyRequest, visitor: OwnCookie): string | null =>
  request.reader.sessionHash ?? request.cookies[visitor.name] ?? null;

/** Refuses every state-changing call without proof that it comes from our own pages (see `Csrf`). */
export function guardAgainstForgery(
  app: FastifyInstance,
  tokens: CsrfTokens,
  publicUrl: () => string,
  visitor: OwnCookie,
): void {
  app.addHook('preValidation', async (request) => {
    if (isSafe(request.method)) return;
    const mode = request.routeOptions.config.csrf ?? 'token';
    if (mode === 'none') return;
    const token = request.headers['csrf-token'];
    if (mode === 'origin') {
      assertOwnOrigin(request, publicUrl());
      // The token is optional here, but a wrong one is refused.
      if (token === undefined) return;
    }
    const binding = csrfBinding(request, visitor);
    if (binding === null || !tokens.matches(token, binding))
      throw new HttpError('stale-csrf-token', STALE, { issues: [{ path: 'csrf-token', message: STALE }] });
  });
}

/**
 * Checks calls before a CSRF token exists, such as sign-up, login and register. The body must be JSON, which
 * a form on another site cannot send, and the browser must not report another origin.
 */
function assertOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type)) throw new HttpError('unsupported-type', 'Please send JSON.');
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site') throw new HttpError('foreign-origin', FOREIGN);
  if (origin !== undefined && origin !== new URL(publicUrl).origin && parseUrl(origin)?.host !== host)
    throw new HttpError('foreign-origin', FOREIGN);
}
