import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { mergeFavorites } from '../contract/endpoints.ts';
import { forgetLocal, type LocalFavorite, localOf } from './local-favorites.ts';

const running = new WeakMap<QueryClient, { userId: number; done: Promise<void> }>();

interface Merge {
  api: Api;
  queries: QueryClient;
  userId: number;
}

/**
 * Sends the presses stored in this browser to the account: a visitor's, and the reader's own that failed
 * before. Only delivered presses are removed. A failure is silent and leaves the rest for the next merge.
 */
export function mergeLocal(merge: Merge): Promise<void> {
  const current = running.get(merge.queries);
  if (current?.userId === merge.userId) return current.done;
  const entries = localOf(merge.userId);
  if (entries.length === 0) return Promise.resolve();
  const done = send(merge, entries).finally(() => running.delete(merge.queries));
  running.set(merge.queries, { userId: merge.userId, done });
  return done;
}

async function send({ api, queries }: Merge, entries: LocalFavorite[]): Promise<void> {
  try {
    for (let from = 0; from < entries.length; from += calls.MAX_MERGED) {
      const part = entries.slice(from, from + calls.MAX_MERGED);
      const items = part.map(({ userId: _, ...item }) => item);
      await api<typeof mergeFavorites>(calls.mergeFavorites, { body: { items } });
      forgetLocal(part);
    }
  } catch {
    return;
  }
  // Not awaited: checks that wait for this merge would wait for themselves.
  void queries.invalidateQueries({ predicate: answersOf(...calls.FAVORITE_READS) });
}
