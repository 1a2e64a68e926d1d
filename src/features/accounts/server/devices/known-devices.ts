import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SharedKeys } from '#platform/database/secrets.ts';
import { OwnCookie } from '#platform/http/guard/own-cookie.ts';
import { newSecret } from '#platform/http/guard/tokens.ts';
import type { AccountExtension } from '../account-extension.ts';

/** Seconds. */
const YEAR = 365 * 24 * 60 * 60;
/** Maximum number of accounts in one cookie, the latest first. Limits its size on a shared computer. */
const MAX_ACCOUNTS = 5;
/** Characters of a tag. 132 bits cannot be guessed. */
const TAG_LENGTH = 22;

/**
 * Recognizes browsers that have signed in to an account. Their cookie holds a random id, and for each account
 * a keyed hash of both. It opens nothing, and nobody can make it without the key, which all nodes share. So
 * strangers' guesses never lock the owner's devices out (OWASP, "device cookies").
 */
export class KnownDevices {
  readonly #keys: SharedKeys;
  readonly #cookie: OwnCookie;

  constructor(keys: SharedKeys, secure: boolean) {
    this.#keys = keys;
    this.#cookie = new OwnCookie('stillwater_device', secure);
  }

  /** Returns the id of this browser if it has signed in to the account; else null. */
  idOf(request: FastifyRequest, userId: number | undefined): string | null {
    const { id, tags } = this.#read(request);
    if (id === null || userId === undefined) return null;
    const isKnown = this.#keys.some((key) => {
      const tag = Buffer.from(tagOf(key as string, id, userId));
      return tags.some((given) => given.length === tag.length && timingSafeEqual(Buffer.from(given), tag));
    });
    return isKnown ? id : null;
  }

  /** Marks this browser as a device of the account. */
  remember(request: FastifyRequest, userId: number): void {
    const { id, tags } = this.#read(request);
    const ownId = id ?? newSecret();
    const tag = tagOf(this.#keys[0], ownId, userId);
    const all = [tag, ...tags.filter((given) => given !== tag)].slice(0, MAX_ACCOUNTS);
    this.#cookie.set(request.reply, [ownId, ...all].join('.'), YEAR);
  }

  #read(request: FastifyRequest): { id: string | null; tags: string[] } {
    const [id, ...tags] = (request.cookies[this.#cookie.name] ?? '').split('.');
    if (!id || !/^[\w-]{43}$/.test(id)) return { id: null, tags: [] };
    return { id, tags: tags.filter((tag) => /^[\w-]{22}$/.test(tag)).slice(0, MAX_ACCOUNTS) };
  }
}

const tagOf = (key: string, id: string, userId: number): string =>
  createHmac('sha256', key).update(`device:${userId}:${id}`).digest('base64url').slice(0, TAG_LENGTH);

/** Marks the browser of each sign-in as a device of the account. */
export const knownDevicesExtension = (devices: KnownDevices): AccountExtension => ({
  async onSignIn(_db, userId, request) {
    devices.remember(request, userId);
  },
});
