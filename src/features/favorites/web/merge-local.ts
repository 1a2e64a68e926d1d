import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import type { mergeFavorites } from '../contract.ts';
import { forgetLocal, type LocalFavorite, localOf } from './local-favorites.ts';

/** As many as the server takes in one call. */
const MOST_MERGED = 500;

const running = new WeakMap<QueryClient, { userId: number; done: Promise<void> }>();

interface Merge {
  api: Api;
  queries: QueryClient;
  userId: number;
}

/**
 * Brings into the account what this browser kept: a visitor's presses, and the reader's own that the server did not
 * take. Only what has arrived is forgotten here; a failure is silent and leaves the rest for the next time.
 */
export function mergeLocal(merge: Merge): Promise<void> {
  const known = running.get(merge.queries);
  if (known?.userId === merge.userId) return known.done;
  const entries = localOf(merge.userId);
  if (entries.length === 0) return Promise.resolve();
  const done = send(merge, entries).finally(() => running.delete(merge.queries));
  running.set(merge.queries, { userId: merge.userId, done });
  return done;
}

async function send({ api, queries }: Merge, entries: LocalFavorite[]): Promise<void> {
  try {
    for (let from = 0; from < entries.length; from += MOST_MERGED) {
      const part = entries.slice(from, from + MOST_MERGED);
      const items = part.map(({ userId: _, ...item }) => item);
      await api<typeof mergeFavorites>('POST /api/favorites/merge', { body: { items } });
      forgetLocal(part);
    }
  } catch {
    return;
  }
  // Not awaited: the hearts that are waiting for this merge have yet to ask.
  void queries.invalidateQueries({ predicate: ({ queryKey }) => isOfFavorites(queryKey) });
}

/** Everything about favorites in the query cache. */
const isOfFavorites = ([path]: readonly unknown[]) => String(path).startsWith('/api/favorites');
