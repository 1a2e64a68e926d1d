import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { TOTAL_COUNT } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import { hasCode } from '#platform/web/api-error.ts';
import type { LoadContext } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type {
  getDroplet,
  getOcean,
  getWave,
  listDroplets,
  listOceans,
  listWaves,
} from '../../contract/endpoints.ts';

/** Turns a 404 into null, so that a missing item counts as loaded and is not requested again. */
async function orNull<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (hasCode(error, 'not-found')) return null;
    throw error;
  }
}

export const oceansQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listOceans),
    queryFn: () => api<typeof listOceans>(calls.listOceans),
  });

/** Number of oceans in the server's HTML, enough for the first screens. */
const SERVER_OCEANS = 40;

/**
 * Loads the oceans for a page that lists them. The server fetches only the beginning of a long list and
 * marks it as stale; the browser then fetches the rest.
 */
export async function loadOceans({ api, queries }: LoadContext): Promise<void> {
  const { queryKey } = oceansQuery(api);
  if (typeof document !== 'undefined') {
    await queries.fetchQuery(oceansQuery(api));
    return;
  }
  let total = 0;
  const oceans = await queries.fetchQuery({
    ...oceansQuery(api),
    queryFn: () =>
      api<typeof listOceans>(calls.listOceans, {
        query: { limit: SERVER_OCEANS },
        onHeaders: (headers) => {
          total = Number(headers.get(TOTAL_COUNT));
        },
      }),
  });
  if (total > oceans.length) await queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

export const oceanQuery = (api: Api, id: string | number) =>
  queryOptions({
    queryKey: keyOf(calls.getOcean, { id }),
    queryFn: () => orNull(api<typeof getOcean>(calls.getOcean, { params: { id } })),
  });

export const wavesQuery = (api: Api, oceanId: string | number) =>
  queryOptions({
    queryKey: keyOf(calls.listWaves, { id: oceanId }),
    queryFn: () => api<typeof listWaves>(calls.listWaves, { params: { id: oceanId } }),
  });

export const waveQuery = (api: Api, id: string | number) =>
  queryOptions({
    queryKey: keyOf(calls.getWave, { id }),
    queryFn: () => orNull(api<typeof getWave>(calls.getWave, { params: { id } })),
  });

export const dropletsQuery = (api: Api, waveId: string | number) =>
  queryOptions({
    queryKey: keyOf(calls.listDroplets, { id: waveId }),
    queryFn: () => api<typeof listDroplets>(calls.listDroplets, { params: { id: waveId } }),
  });

/**
 * Reads a wave's droplets, for a page that works without them. Empty when the wave is gone or the reader may
 * not see it.
 */
export const readDroplets = (api: Api, queries: QueryClient, waveId: number) =>
  queries.fetchQuery(dropletsQuery(api, waveId)).catch(() => []);

export const dropletQuery = (api: Api, id: string | number) =>
  queryOptions({
    queryKey: keyOf(calls.getDroplet, { id }),
    queryFn: () => orNull(api<typeof getDroplet>(calls.getDroplet, { params: { id } })),
  });
