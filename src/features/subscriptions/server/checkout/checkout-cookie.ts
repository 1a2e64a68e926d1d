import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { OwnCookie } from '#platform/http/guard/own-cookie.ts';
import { hashSecret, newSecret } from '#platform/http/guard/tokens.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { belongsTo } from '../queries.ts';

/**
 * Seconds from the last visit. Until an account claims the subscription, the cookie is a visitor's only proof
 * of payment.
 */
const MAX_AGE = 365 * 24 * 60 * 60;
/** Matches pages only. Files get no cookie, because shared caches store them. */
const PAGES = '/*';

/**
 * The cookie that identifies the browser of a paying visitor, so that premium content opens without an
 * account. The database has only its hash.
 */
export class CheckoutCookie extends OwnCookie {
  constructor(secure: boolean) {
    super('stillwater_checkout', secure);
  }

  /** Returns the hash of this browser's secret; null without a cookie. */
  read(request: FastifyRequest): string | null {
    const secret = request.cookies[this.name];
    return secret === undefined ? null : hashSecret(secret);
  }

  /**
   * Extends the cookie's life to a year from this visit: a visitor with a yearly plan needs it for longer
   * than one year.
   */
  renew(request: FastifyRequest, reply: FastifyReply): void {
    const secret = request.cookies[this.name];
    if (secret !== undefined && request.routeOptions.url === PAGES) this.set(reply, secret, MAX_AGE);
  }

  /** Like {@link read}, but sets the cookie where it is missing. */
  readOrSet(request: FastifyRequest, reply: FastifyReply): string {
    const hash = this.read(request);
    if (hash !== null) return hash;
    const secret = newSecret();
    this.set(reply, secret, MAX_AGE);
    return hashSecret(secret);
  }
}

/** Finds the reader of a browser that paid without an account: a subscriber. Null when it has not paid. */
export async function readPayingVisitor(db: Db, browserHash: string | null): Promise<Reader | null> {
  if (browserHash === null || !(await hasPaid(db, browserHash))) return null;
  return { tier: 'subscriber', userId: null, sessionHash: null };
}

async function hasPaid(db: Db, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where(belongsTo({ browserHash }))
    .where('access_until', '>', Date.now())
    .executeTakeFirst();
  return row !== undefined;
}
