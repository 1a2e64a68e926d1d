import type { Query, QueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Api } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';

/**
 * Delays between attempts, in ms. A connection reported as restored may fail again, and a busy server may
 * refuse. After the last delay the next page tries.
 */
const WAITS = [1_000, 3_000, 10_000, 30_000, 60_000];

/**
 * Repeats failed queries when the connection is back, sends hearts, positions and marks stored in this
 * browser, and makes the worker check kept items. Repeats until everything has succeeded; duplicates have no
 * effect. Returns a function that stops it.
 */
export function resumeAfterOffline(api: Api, queries: QueryClient): () => void {
  const since = Date.now();
  const waits = WAITS.values();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const attempt = async () => {
    const results = await Promise.all([
      repeatQueries(queries),
      askAboutKept(since).catch(() => false),
      sendPresses(api, queries).catch(() => false),
    ]);
    const { value: wait } = waits.next();
    if (isStopped || wait === undefined || results.every(Boolean)) return;
    timer = setTimeout(attempt, wait);
  };
  void attempt();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Repeats queries that the screen shows as failed. Returns whether all have a response. */
async function repeatQueries(queries: QueryClient): Promise<boolean> {
  const failed = { type: 'active', predicate: hasNoResponse } as const;
  await queries.refetchQueries(failed);
  return queries.getQueryCache().findAll(failed).length === 0;
}

/** Whether the query failed without a response of the server, or because the server could not respond. */
const hasNoResponse = ({ state: { error } }: Query): boolean =>
  error instanceof ApiError ? error.status === 0 || error.status >= 500 : error !== null;

/** Tells whether the server has confirmed kept items since then. Otherwise asks the worker to do so. */
async function askAboutKept(since: number): Promise<boolean> {
  const { readKept } = await import('#features/offline/web/store/kept-index.ts');
  const kept = await readKept();
  if (!kept || kept.confirmedAt >= since) return true;
  navigator.serviceWorker?.controller?.postMessage('refresh');
  return false;
}

/** Sends hearts, positions and marks. Returns whether all were sent. */
async function sendPresses(api: Api, queries: QueryClient): Promise<boolean> {
  const user = queries.getQueryData(userQuery(api).queryKey);
  // A visitor's stay in the browser. Undefined: the request for the user failed, and is repeated.
  if (!user) return user === null;
  const [{ mergeLocal }, favorites, { sendLocal }, progress] = await Promise.all([
    import('#features/favorites/web/merge-local.ts'),
    import('#features/favorites/web/local-favorites.ts'),
    import('#features/progress/web/remember/send-local.ts'),
    import('#features/progress/web/remember/local-progress.ts'),
  ]);
  await Promise.all([mergeLocal({ api, queries, userId: user.id }), sendLocal(api, user.id)]);
  const waiting = [
    favorites.localOf(user.id),
    progress.localReports.of(user.id),
    progress.localMarks.of(user.id),
  ];
  return waiting.every(({ length }) => length === 0);
}
