import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SharedKeys } from '../database/secrets.ts';

/**
 * Makes and reads the token in the links of recurring mails: an id, signed for this purpose alone. It opens
 * no account; it stops and starts these mails. Nothing is stored, so that the links of all mails of the past
 * work, until the key was rotated twice.
 */
export class MailLinks {
  readonly #keys: SharedKeys;
  readonly #purpose: 'letter' | 'summary';

  constructor(keys: SharedKeys, purpose: 'letter' | 'summary') {
    this.#keys = keys;
    this.#purpose = purpose;
  }

  tokenOf = (id: number): string => `${id}.${this.#signatureOf(this.#keys[0], id)}`;

  /** Returns the id of a token; null for a token that is not ours. */
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
