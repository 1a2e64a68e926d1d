import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { caseless } from '#platform/database/caseless.ts';
import type { SharedKeys } from '#platform/database/secrets.ts';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';

/**
 * Makes the values of the entered cookie: a keyed hash of the address with which a browser entered. Nodes
 * share the key, so they make equal tags. A tag does not reveal the address.
 */
export class EntryTags {
  readonly #keys: SharedKeys;

  constructor(keys: SharedKeys) {
    this.#keys = keys;
  }

  of = (email: string): string => tagOf(this.#keys[0], email);

  /** Returns all tags that browsers of an address may have, including those from before a key rotation. */
  allOf = (email: string): string[] => this.#keys.map((key) => tagOf(key as string, email));
}

const tagOf = (key: string, email: string) =>
  createHmac('sha256', key)
    .update(`entry:${caseless(email)}`)
    .digest('base64url')
    .slice(0, 22);

/** Cookie value set by a script, before the server knows the browser's address. */
export const UNBOUND = '1';

/** In seconds. */
const YEAR = 365 * 24 * 60 * 60;

/**
 * Sets the entered cookie. It is not HttpOnly, because scripts of the page read it; it gives no access to
 * accounts.
 */
export class EntryCookie {
  readonly #tags: EntryTags;
  readonly #secure: boolean;

  constructor(tags: EntryTags, secure: boolean) {
    this.#tags = tags;
    this.#secure = secure;
  }

  /**
   * Binds the browser's entry to an address, or leaves it unbound for an account without one. The server sets
   * the cookie, because Safari deletes cookies of scripts after 7 days.
   */
  bind(reply: FastifyReply, email: string | null): void {
    reply.setCookie(ENTERED_COOKIE, email === null ? UNBOUND : this.#tags.of(email), {
      path: '/',
      maxAge: YEAR,
      sameSite: 'lax',
      secure: this.#secure,
    });
  }
}
