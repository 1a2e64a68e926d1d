import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CheckoutCookie } from '#features/subscriptions/server/checkout-cookie.ts';
import { type Device, SESSION_LIMITS } from './sessions.ts';

/**
 * The session's cookie. On https its name carries the `__Host-` promise (Secure, Path=/, no Domain); on plain http
 * it has another name, because browsers refuse the promise there and Safari drops Secure cookies.
 */
export class SessionCookie {
  readonly name: string;
  readonly #secure: boolean;
  readonly #checkout: CheckoutCookie;

  constructor(secure: boolean) {
    this.#secure = secure;
    this.#checkout = new CheckoutCookie(secure);
    this.name = secure ? '__Host-stillwater_session' : 'stillwater_session';
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.name];
  }

  /** Where the session that is about to start will live. */
  deviceOf(request: FastifyRequest): Device {
    return { userAgent: request.headers['user-agent'], browserHash: this.#checkout.read(request) };
  }

  set(reply: FastifyReply, id: string): void {
    reply.setCookie(this.name, id, {
      ...this.#attributes(),
      maxAge: SESSION_LIMITS.member.absolute / 1000,
    });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, this.#attributes());
  }

  #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: this.#secure };
  }
}
