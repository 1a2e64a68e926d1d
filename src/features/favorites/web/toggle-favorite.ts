import type { QueryClient } from '@tanstack/react-query';
import { getUser } from '#features/accounts/contract/calls.ts';
import type { Api } from '#platform/web/api-client.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { addFavorite, removeFavorite } from '../contract/endpoints.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { favoriteKey } from './favorite-key.ts';
import { forgetItem, storeLocal } from './local-favorites.ts';
import { mergeLocal } from './merge-local.ts';
import { favoriteItemsQuery } from './queries.ts';

interface Toggle {
  api: Api;
  queries: QueryClient;
  userId: number;
  ref: FavoriteRef;
  /** The intended state. */
  favorite: boolean;
}

/** Where a press was stored. `signed-out`: in this browser, because the session has ended. */
type StoredIn = 'server' | 'local' | 'signed-out';

/**
 * Flips the heart at once, then calls the server (specification, section 4). If the call fails, the press
 * is stored in this browser and sent later. If storage is refused too, the heart flips back and the
 * storage's exception is thrown.
 */
export async function toggleFavorite({ api, queries, userId, ref, favorite }: Toggle): Promise<StoredIn> {
  const key = favoriteKey(ref, userId);
  const before = queries.getQueryData<boolean | null>(key);
  queries.setQueryData(key, favorite);
  // A check in progress, for example from a merge, may return the state before this press.
  const setState = async (state: boolean | null) => {
    await queries.cancelQueries({ queryKey: key });
    queries.setQueryData(key, state);
  };
  // Earlier presses are sent first, because a pending one of this item would undo this one.
  await mergeLocal({ api, queries, userId });
  try {
    if (favorite) await api<typeof addFavorite>(calls.addFavorite, { body: { ...ref, userId } });
    else await api<typeof removeFavorite>(calls.removeFavorite, { body: { ...ref, userId } });
  } catch (error) {
    try {
      storeLocal({ ...ref, userId, removed: favorite ? undefined : true, at: Date.now() });
    } catch (refused) {
      queries.setQueryData(key, before);
      throw refused;
    }
    await setState(null);
    if (!hasCode(error, 'not-signed-in')) return 'local';
    await queries.invalidateQueries({ queryKey: keyOf(getUser) });
    return 'signed-out';
  }
  forgetItem(ref, userId);
  await setState(favorite);
  void queries.invalidateQueries({ queryKey: favoriteItemsQuery(api, userId).queryKey });
  return 'server';
}
