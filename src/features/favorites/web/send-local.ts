import { answersOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { mergeFavorites } from '../contract/endpoints.ts';
import { favoriteKey } from './favorite-key.ts';
import { forgetLocal, type LocalFavorite, localFavorite } from './local-favorites.ts';
import type { Merge } from './merge-local.ts';

/** Sends presses to the account, and removes delivered ones. A failure is silent. */
export async function sendLocal({ api, queries, userId }: Merge, entries: LocalFavorite[]): Promise<void> {
  try {
    for (let from = 0; from < entries.length; from += calls.MAX_MERGED) {
      const part = entries.slice(from, from + calls.MAX_MERGED);
      const items = part.map(({ userId: _, ...item }) => item);
      await api<typeof mergeFavorites>(calls.mergeFavorites, { body: { items, userId, sentAt: Date.now() } });
      // A heart based only on the stored press keeps its state until the server's state arrives.
      for (const item of items)
        queries.setQueryData<boolean | null>(
          favoriteKey(item, userId),
          (known) => known ?? localFavorite(item, userId),
        );
      forgetLocal(part);
    }
  } catch {
    return;
  }
  // Not awaited, because checks that wait for this merge would deadlock.
  void queries.invalidateQueries({ predicate: answersOf(...calls.FAVORITE_READS) });
}
