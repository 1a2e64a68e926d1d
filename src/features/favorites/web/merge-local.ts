import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { localOf } from './local-favorites.ts';

const running = new WeakMap<QueryClient, { userId: number; done: Promise<void> }>();

export interface Merge {
  api: Api;
  queries: QueryClient;
  userId: number;
}

/**
 * Sends the presses stored in this browser to the account: a visitor's, and the reader's own after a failure.
 * A failure is silent and leaves the rest for the next merge. The sending code loads with the first press,
 * because most readers have none.
 */
export function mergeLocal({ api, queries, userId }: Merge): Promise<void> {
  const current = running.get(queries);
  if (current?.userId === userId) return current.done;
  const entries = localOf(userId);
  if (entries.length === 0) return Promise.resolve();
  const done = import('./send-local.ts')
    .then(({ sendLocal }) => sendLocal({ api, queries, userId }, entries))
    .catch(() => {})
    .finally(() => running.delete(queries));
  running.set(queries, { userId, done });
  return done;
}
