import type { FastifyRequest } from 'fastify';
import { forbidden, HttpError } from './errors.ts';

/**
 * For calls that work before a CSRF token exists (sign-up, login, register): the body must be JSON, which a
 * foreign form cannot send, and the browser must not say that another site sent it.
 */
export function assertOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type)) throw new HttpError(415, 'Please send JSON.');
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site') throw forbidden('This call must come from our own pages.');
  if (origin !== undefined && origin !== new URL(publicUrl).origin && URL.parse(origin)?.host !== host)
    throw forbidden('This call must come from our own pages.');
}
