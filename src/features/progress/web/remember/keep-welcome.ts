import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { saveWelcome } from '../../contract/calls.ts';
import type { saveWelcome as SaveWelcome } from '../../contract/endpoints.ts';
import type { Progress, Welcome } from '../../contract/schemas.ts';
import { storeLocalWelcome } from './local-welcome.ts';
import { progressKey } from './use-progress.ts';

interface Reader {
  api: Api;
  queries: QueryClient;
  /** Null for a visitor. */
  userId: number | null;
}

/**
 * Stores a welcome for its day: a visitor's in this browser, a member's in the account, where another device
 * may have been first. Returns the valid welcome; offline, the given one.
 */
export async function keepWelcome({ api, queries, userId }: Reader, chosen: Welcome): Promise<Welcome> {
  let welcome = chosen;
  if (userId === null) storeLocalWelcome(chosen);
  else welcome = await api<typeof SaveWelcome>(saveWelcome, { body: chosen }).catch(() => chosen);
  queries.setQueryData<Progress>(progressKey(userId), (before) => before && { ...before, welcome });
  return welcome;
}
