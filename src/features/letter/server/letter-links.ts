import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SharedKeys } from '#platform/database/secrets.ts';

/**
 * Makes and reads the token in a letter's links: the letter's id, signed for this purpose alone. It opens no
 * account; it stops, pauses and starts these letters. Nothing is stored, so that the links of all letters of
 * the past work, until the key was rotated twice.
 */
export class LetterLinks {
  readonly #keys: SharedKeys;

  constructor(keys: SharedKeys) {
    this.#keys = keys;
  }

  tokenOf = (letterId: number): string => `${letterId}.${signatureOf(this.#keys[0], letterId)}`;

  /** Returns the id of a token's letter; null for a token that is not ours. */
  read(token: string): number | null {
    const [, id, signature = ''] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
    if (id === undefined) return null;
    const given = Buffer.from(signature);
    const isOurs = this.#keys.some((key) =>
      timingSafeEqual(given, Buffer.from(signatureOf(key as string, Number(id)))),
    );
    return isOurs ? Number(id) : null;
  }
}

const signatureOf = (key: string, letterId: number) =>
  createHmac('sha256', key).update(`letter:${letterId}`).digest('base64url');
