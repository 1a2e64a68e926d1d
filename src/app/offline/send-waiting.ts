import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Api } from '#platform/web/api-client.ts';

/**
 * Waits between attempts, in ms. A connection that the browser reports as back may fail once more, and a
 * busy server may refuse. After the last wait the next page tries.
 */
const WAITS = [1_000, 3_000, 10_000, 30_000, 60_000];

/**
 * Sends the hearts, positions and marks that wait in this browser, when the connection is back, and has the
 * worker ask the server about kept items. Repeats this until all of it has worked: what arrives twice changes
 * nothing. Returns a function that stops it.
 */
export function sendWaiting(api: Api, queries: QueryClient): () => void {
  const since = Date.now();
  const waits = WAITS.values();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const attempt = async () => {
    const results = await Promise.all([
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

/** Whether the server has confirmed what is kept since then; asks the worker to see to it if not. */
async function askAboutKept(since: number): Promise<boolean> {
  const { readKept } = await import('#features/offline/web/store/kept-index.ts');
  const kept = await readKept();
  if (!kept || kept.confirmedAt >= since) return true;
  navigator.serviceWorker?.controller?.postMessage('refresh');
  return false;
}

/** Sends the hearts, positions and marks. Returns whether nothing waits any more. */
async function sendPresses(api: Api, queries: QueryClient): Promise<boolean> {
  const user = queries.getQueryData(userQuery(api).queryKey);
  // A visitor's stay in the browser. Undefined: the question who reads has failed, and is asked again.
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
