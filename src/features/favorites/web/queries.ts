import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { listFavoriteItems } from '../contract/endpoints.ts';
import type { FavoriteRef } from '../contract/schemas.ts';
import { CheckBatch } from './check-batch.ts';
import { favoriteKey } from './favorite-key.ts';
import { localFavorite } from './local-favorites.ts';
import { mergeLocal } from './merge-local.ts';

/** Includes the account, so that a tab never shows one account's favorites to the next. */
interface FavoritesContext {
  api: Api;
  queries: QueryClient;
  userId: number;
}

/** Queries the reader's favorite oceans, waves and droplets. */
export const favoriteItemsQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: [...keyOf(calls.listFavoriteItems), userId],
    queryFn: () => api<typeof listFavoriteItems>(calls.listFavoriteItems),
  });

/**
 * Queries whether an item is a favorite on the server, shared by all its hearts. Null if the request failed:
 * then the press stored in this browser decides, or else the heart is empty.
 */
export const favoriteQuery = (context: FavoritesContext, ref: FavoriteRef) =>
  queryOptions({
    queryKey: favoriteKey(ref, context.userId),
    queryFn: (): Promise<boolean | null> => batchOf(context).check(ref),
  });

const batches = new WeakMap<QueryClient, { userId: number; batch: CheckBatch }>();

function batchOf({ api, queries, userId }: FavoritesContext): CheckBatch {
  const existing = batches.get(queries);
  if (existing?.userId === userId) return existing.batch;
  // Presses stored in this browser are merged first, so that the response includes them.
  const batch = new CheckBatch(api, {
    beforeRequest: () => mergeLocal({ api, queries, userId }),
    pressed: (ref) => localFavorite(ref, userId),
  });
  batches.set(queries, { userId, batch });
  return batch;
}
