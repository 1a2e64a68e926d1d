import '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The browser that paid keeps this for a year, in seconds: until an account takes the subscription over. */
const LIVES = 365 * 24 * 60 * 60;

/**
 * Knows the browser of a visitor who pays, so that what they paid for opens for them before they have an account.
 * Only its hash is stored. On https its name carries the `__Host-` promise, as the session's does.
 */
export class CheckoutCookie {
  readonly name: string;
  readonly #secure: boolean;

  constructor(secure: boolean) {
    this.#secure = secure;
    this.name = secure ? '__Host-stillwater_checkout' : 'stillwater_checkout';
  }

  /** The hash of this browser's secret; null when it has none. */
  read(request: FastifyRequest): string | null {
    const secret = request.cookies[this.name];
    return secret === undefined ? null : hash(secret);
  }

  /** As {@link read}; a browser without a secret is given one. */
  readOrSet(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.read(request);
    if (known !== null) return known;
    const secret = randomBytes(32).toString('base64url');
    reply.setCookie(this.name, secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#secure,
      maxAge: LIVES,
    });
    return hash(secret);
  }
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url');
