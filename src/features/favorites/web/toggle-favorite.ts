import type { QueryClient } from '@tanstack/react-query';
import { type Api, ApiError } from '#platform/web/api-client.ts';
import type { addFavorite, FavoriteRef, removeFavorite } from '../contract.ts';
import { forgetItem, keepLocal } from './local-favorites.ts';
import { favoriteItemsQuery, favoriteKey } from './queries.ts';

interface Toggle {
  api: Api;
  queries: QueryClient;
  userId: number;
  ref: FavoriteRef;
  /** What the reader wants it to be. */
  favorite: boolean;
}

/** Where the press has been kept; `signed-out`: here, because the session has ended meanwhile. */
export type Kept = 'server' | 'local' | 'signed-out';

/**
 * Specification, section 4: the heart flips at once and the server is called. When that call fails, in whatever way,
 * the press is kept in this browser and goes to the server another time. Only when this browser refuses it as well
 * does the heart turn back, and the exception goes on to the caller.
 */
export async function toggleFavorite({ api, queries, userId, ref, favorite }: Toggle): Promise<Kept> {
  const key = favoriteKey(ref, userId);
  const before = queries.getQueryData<boolean | null>(key);
  queries.setQueryData(key, favorite);
  try {
    if (favorite) await api<typeof addFavorite>('POST /api/favorites', { body: ref });
    else await api<typeof removeFavorite>('DELETE /api/favorites', { body: ref });
  } catch (error) {
    try {
      keepLocal({ ...ref, userId, removed: favorite ? undefined : true, at: Date.now() });
    } catch (refused) {
      queries.setQueryData(key, before);
      throw refused;
    }
    queries.setQueryData(key, null);
    if (!(error instanceof ApiError && error.status === 401)) return 'local';
    await queries.invalidateQueries({ queryKey: ['/api/user'] });
    return 'signed-out';
  }
  forgetItem(ref, userId);
  void queries.invalidateQueries({ queryKey: favoriteItemsQuery(api, userId).queryKey });
  return 'server';
}
