import { createHmac } from 'node:crypto';
import { caseless } from '#platform/database/caseless.ts';
import type { SharedKeys } from '#platform/database/secrets.ts';

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
