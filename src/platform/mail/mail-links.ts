import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SharedKeys } from '../database/secrets.ts';

/**
 * Makes and reads tokens for the links of recurring mails: an id, signed for this purpose only. A token gives
 * no access to accounts; it stops and starts these mails. Nothing is stored, so the links of all past mails
 * work until the key has been rotated twice.
 */
export class MailLinks {
  readonly #keys: SharedKeys;
  readonly #purpose: 'letter' | 'summary';

  constructor(keys: SharedKeys, purpose: 'letter' | 'summary') {
    this.#keys = keys;
    this.#purpose = purpose;
  }

  tokenOf = (id: number): string => `${id}.${this.#signatureOf(this.#keys[0], id)}`;

  /** Returns the id of a token; null for an invalid token. */
  read(token: string): number | null {
    const [, id, signature = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
    if (id === undefined) return null;
    const given = Buffer.from(signature);
    const isOurs = this.#keys.some((key) =>
      timingSafeEqual(given, Buffer.from(this.#signatureOf(key as string, Number(id)))),
    );
    return isOurs ? Number(id) : null;
  }

  #signatureOf = (key: string, id: number) =>
    createHmac('sha256', key).update(`${this.#purpose}:${id}`).digest('base64url');
}
