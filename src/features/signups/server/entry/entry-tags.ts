import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { caseless } from '#platform/database/caseless.ts';
import type { SharedKeys } from '#platform/database/secrets.ts';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';

/**
 * Makes the values of the entered cookie: a keyed hash of the address with which a browser entered. Nodes
 * share the key, so all of them make the same tag of an address, and a tag does not reveal it.
 */
export class EntryTags {
  readonly #keys: SharedKeys;

  constructor(keys: SharedKeys) {
    this.#keys = keys;
  }

  of = (email: string): string => tagOf(this.#keys[0], email);

  /** All tags that browsers of an address may hold, also from before the key was rotated. */
  allOf = (email: string): string[] => this.#keys.map((key) => tagOf(key as string, email));
}

const tagOf = (key: string, email: string) =>
  createHmac('sha256', key)
    .update(`entry:${caseless(email)}`)
    .digest('base64url')
    .slice(0, 22);

/** The cookie's value in a browser whose address the server does not know yet: a script has set it. */
export const UNBOUND = '1';

/** In seconds. */
const YEAR = 365 * 24 * 60 * 60;

/** Sets the entered cookie. Scripts of the page read it, so it is not HttpOnly; it opens no account. */
export class EntryCookie {
  readonly #tags: EntryTags;
  readonly #secure: boolean;

  constructor(tags: EntryTags, secure: boolean) {
    this.#tags = tags;
    this.#secure = secure;
  }

  /**
   * Binds the browser's entry to an address, or leaves it unbound for an account without one. From the
   * server, because Safari deletes after 7 days what a script has set.
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
