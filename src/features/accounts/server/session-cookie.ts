import type { FastifyReply, FastifyRequest } from 'fastify';
import { CheckoutCookie } from '#features/subscriptions/server/checkout-cookie.ts';
import { OwnCookie } from '#platform/http/own-cookie.ts';
import { type Device, SESSION_LIMITS } from './sessions.ts';

/** Carries the id of the session. */
export class SessionCookie extends OwnCookie {
  readonly #checkout: CheckoutCookie;

  constructor(secure: boolean) {
    super('stillwater_session', secure);
    this.#checkout = new CheckoutCookie(secure);
  }

  /** Where the session that is about to start will live. */
  deviceOf(request: FastifyRequest): Device {
    return { userAgent: request.headers['user-agent'], browserHash: this.#checkout.read(request) };
  }

  start(reply: FastifyReply, sessionId: string): void {
    this.set(reply, sessionId, SESSION_LIMITS.member.absolute / 1000);
  }
}
