import { queryOptions } from '@tanstack/react-query';
import { type Api, isNotFound } from '#platform/web/api-client.ts';
import type { LoadContext } from '#platform/web/page.ts';
import type { getDroplet, getOcean, getWave, listDroplets, listOceans, listWaves } from '../contract.ts';

/** An item that is not there is an answer (null), not a failure: the page says so and nothing asks again. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

export const oceansQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/oceans'],
    queryFn: () => api<typeof listOceans>('GET /api/oceans'),
  });

/** Oceans in the HTML of the server: what the first screens show. */
const FIRST_PART = 40;

/**
 * For the `load` of a page that shows the oceans as such: of a long list the server puts only the beginning into
 * the page, and the browser, which is told that the list is out of date, completes it.
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
      api<typeof listOceans>('GET /api/oceans', {
        query: { limit: FIRST_PART },
        onHeaders: (headers) => {
          total = Number(headers.get('x-total-count'));
        },
      }),
  });
  if (total > oceans.length) await queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

export const oceanQuery = (api: Api, id: string | number) =>
  queryOptions({
    queryKey: [`/api/oceans/${id}`],
    queryFn: () => orNull(api<typeof getOcean>('GET /api/oceans/:id', { params: { id: String(id) } })),
  });

export const wavesQuery = (api: Api, oceanId: string | number) =>
  queryOptions({
    queryKey: [`/api/oceans/${oceanId}/waves`],
    queryFn: () => api<typeof listWaves>('GET /api/oceans/:id/waves', { params: { id: String(oceanId) } }),
  });

export const waveQuery = (api: Api, id: string | number) =>
  queryOptions({
    queryKey: [`/api/waves/${id}`],
    queryFn: () => orNull(api<typeof getWave>('GET /api/waves/:id', { params: { id: String(id) } })),
  });

export const dropletsQuery = (api: Api, waveId: string | number) =>
  queryOptions({
    queryKey: [`/api/waves/${waveId}/droplets`],
    queryFn: () =>
      api<typeof listDroplets>('GET /api/waves/:id/droplets', { params: { id: String(waveId) } }),
  });

export const dropletQuery = (api: Api, id: string | number) =>
  queryOptions({
    queryKey: [`/api/droplets/${id}`],
    queryFn: () => orNull(api<typeof getDroplet>('GET /api/droplets/:id', { params: { id: String(id) } })),
  });
