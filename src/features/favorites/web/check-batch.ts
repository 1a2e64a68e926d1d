import type { Api } from '#platform/web/api-client.ts';
import type { checkFavorites, FavoriteRef } from '../contract.ts';

/** Hearts that come to life together ask together; about one frame. */
const GATHER = 16;
/** As many as the server takes in one call. */
const MOST_CHECKED = 200;

interface Waiting {
  ref: FavoriteRef;
  resolve(answer: boolean | null): void;
}

const nameOf = ({ itemType, itemId }: FavoriteRef) => `${itemType}:${itemId}`;

/** Gathers the checks of a page of cards into one call. */
export class CheckBatch {
  readonly #api: Api;
  readonly #before: () => Promise<void>;
  #waiting: Waiting[] = [];

  /** `before` runs ahead of each call. */
  constructor(api: Api, before: () => Promise<void>) {
    this.#api = api;
    this.#before = before;
  }

  /** The server's word about one item; null when it could not be had. */
  check(ref: FavoriteRef): Promise<boolean | null> {
    return new Promise((resolve) => {
      this.#waiting.push({ ref, resolve });
      if (this.#waiting.length === 1) setTimeout(() => this.#send(), GATHER);
    });
  }

  async #send(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    await this.#before();
    for (let from = 0; from < all.length; from += MOST_CHECKED)
      void this.#ask(all.slice(from, from + MOST_CHECKED));
  }

  async #ask(asked: Waiting[]): Promise<void> {
    const items = asked.map(({ ref }) => nameOf(ref)).join(',');
    try {
      const found = await this.#api<typeof checkFavorites>('GET /api/favorites/check-many', {
        query: { items },
      });
      const favorites = new Set(found.map(nameOf));
      for (const { ref, resolve } of asked) resolve(favorites.has(nameOf(ref)));
    } catch {
      for (const { resolve } of asked) resolve(null);
    }
  }
}
