import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret, newSecret } from '#platform/http/bearer-secret.ts';
import { OwnCookie } from '#platform/http/own-cookie.ts';

/** The browser that paid keeps this for a year, in seconds: until an account takes the subscription over. */
const LIVES = 365 * 24 * 60 * 60;

/**
 * Knows the browser of a visitor who pays, so that what they paid for opens for them before they have an account.
 * Only its hash is stored.
 */
export class CheckoutCookie extends OwnCookie {
  constructor(secure: boolean) {
    super('stillwater_checkout', secure);
  }

  /** The hash of this browser's secret; null when it has none. */
  read(request: FastifyRequest): string | null {
    const secret = this.value(request);
    return secret === undefined ? null : hashSecret(secret);
  }

  /** As {@link read}; a browser without a secret is given one. */
  readOrSet(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.read(request);
    if (known !== null) return known;
    const secret = newSecret();
    this.set(reply, secret, LIVES);
    return hashSecret(secret);
  }
}
