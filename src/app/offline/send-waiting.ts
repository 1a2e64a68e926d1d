import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Api } from '#platform/web/api-client.ts';

/**
 * The connection is back: sends the hearts and places that wait in this browser, and has the worker ask the
 * server about what is kept. A failure is silent: the next page tries again, and what arrives twice changes
 * nothing.
 */
export async function sendWaiting(api: Api, queries: QueryClient): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage('refresh');
  const userId = queries.getQueryData(userQuery(api).queryKey)?.id;
  if (userId === undefined) return;
  const [{ mergeLocal }, { sendLocal }] = await Promise.all([
    import('#features/favorites/web/merge-local.ts'),
    import('#features/progress/web/remember/send-local.ts'),
  ]);
  await Promise.all([mergeLocal({ api, queries, userId }), sendLocal(api, userId)]);
}
