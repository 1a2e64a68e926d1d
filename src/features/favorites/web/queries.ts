import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import type { FavoriteRef, listFavoriteItems } from '../contract.ts';
import { CheckBatch } from './check-batch.ts';
import { mergeLocal } from './merge-local.ts';

/** Who asks: favorites of one account are never shown to the next one in the same tab. */
interface Asking {
  api: Api;
  queries: QueryClient;
  userId: number;
}

/** Oceans, waves and droplets that the reader keeps. */
export const favoriteItemsQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: ['/api/favorites/items', userId],
    queryFn: () => api<typeof listFavoriteItems>('GET /api/favorites/items'),
  });

export const favoriteKey = ({ itemType, itemId }: FavoriteRef, userId: number) =>
  [`/api/favorites/check?userId=${userId}&itemType=${itemType}&itemId=${itemId}`] as const;

/**
 * The server's word about one item, shared by every heart of it; null when the server gave none, which leaves what
 * this browser keeps, or else an empty heart.
 */
export const favoriteQuery = (asking: Asking, ref: FavoriteRef) =>
  queryOptions({
    queryKey: favoriteKey(ref, asking.userId),
    queryFn: (): Promise<boolean | null> => batchOf(asking).check(ref),
  });

const batches = new WeakMap<QueryClient, { userId: number; batch: CheckBatch }>();

function batchOf({ api, queries, userId }: Asking): CheckBatch {
  const known = batches.get(queries);
  if (known?.userId === userId) return known.batch;
  // What was kept here goes into the account first, so that the answer already counts it.
  const batch = new CheckBatch(api, () => mergeLocal({ api, queries, userId }));
  batches.set(queries, { userId, batch });
  return batch;
}
