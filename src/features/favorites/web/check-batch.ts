import { FROM_KEPT } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import * as calls from '../contract/calls.ts';
import type { checkFavorites } from '../contract/endpoints.ts';
import type { FavoriteRef } from '../contract/schemas.ts';

/** Time in ms within which rendered hearts share a request: about one frame. */
const BATCH_WINDOW = 16;

interface Waiting {
  ref: FavoriteRef;
  resolve(isFavorite: boolean | null): void;
}

interface Local {
  beforeRequest(): Promise<void>;
  /** Returns the last stored press of an item in this browser. */
  pressed(ref: FavoriteRef): boolean | undefined;
}

const keyOf = ({ itemType, itemId }: FavoriteRef) => `${itemType}:${itemId}`;

/** Batches the checks of a page of cards into few requests. */
export class CheckBatch {
  readonly #api: Api;
  readonly #local: Local;
  #waiting: Waiting[] = [];

  constructor(api: Api, local: Local) {
    this.#api = api;
    this.#local = local;
  }

  /** Tells whether the item is a favorite on the server; null if the request failed. */
  check(ref: FavoriteRef): Promise<boolean | null> {
    return new Promise((resolve) => {
      this.#waiting.push({ ref, resolve });
      if (this.#waiting.length === 1) setTimeout(() => this.#send(), BATCH_WINDOW);
    });
  }

  async #send(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    await this.#local.beforeRequest();
    for (let from = 0; from < all.length; from += calls.MAX_CHECKED)
      void this.#request(all.slice(from, from + calls.MAX_CHECKED));
  }

  async #request(checks: Waiting[]): Promise<void> {
    const items = checks.map(({ ref }) => keyOf(ref)).join(',');
    let isKept = false;
    try {
      const found = await this.#api<typeof checkFavorites>(calls.checkFavorites, {
        query: { items },
        onHeaders: (headers) => {
          isKept = headers.has(FROM_KEPT);
        },
      });
      const favorites = new Set(found.map(keyOf));
      // A response from kept files is older than a waiting press; the server's response is not.
      for (const { ref, resolve } of checks)
        resolve((isKept ? this.#local.pressed(ref) : undefined) ?? favorites.has(keyOf(ref)));
    } catch {
      for (const { resolve } of checks) resolve(null);
    }
  }
}
