import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';
import { assertOwnOrigin } from './origin.ts';

/**
 * A synchroniser token: bound to the session, or for a visitor to a random cookie of their own, and keyed with a
 * secret that all nodes share. It changes when the session does.
 */
export class CsrfTokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  issue(binding: string): string {
    return createHmac('sha256', this.#key).update(`csrf:${binding}`).digest('base64url');
  }

  matches(token: unknown, binding: string): boolean {
    if (typeof token !== 'string') return false;
    const expected = Buffer.from(this.issue(binding));
    const given = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** The issue's path tells the browser that a new token may help; a plain 403 stays one. */
const STALE = 'This page has been open for a while. Please reload it and try again.';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses every changing call that does not prove that it comes from our own pages (see `Csrf`). */
export function guardAgainstForgery(
  app: FastifyInstance,
  tokens: CsrfTokens,
  bindingOf: (request: FastifyRequest) => string | null,
  publicUrl: () => string,
): void {
  app.addHook('preValidation', async (request) => {
    if (SAFE.has(request.method)) return;
    const mode = request.routeOptions.config.csrf ?? 'token';
    if (mode === 'origin') assertOwnOrigin(request, publicUrl());
    if (mode !== 'token') return;
    const binding = bindingOf(request);
    if (binding === null || !tokens.matches(request.headers['csrf-token'], binding))
      throw forbidden(STALE, [{ path: 'csrf-token', message: STALE }]);
  });
}
