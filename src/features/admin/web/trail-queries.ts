import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { listTrail } from '#features/trail/contract.ts';
import type { Api } from '#platform/web/api-client.ts';

const AT_ONCE = 20;

/** The latest change of one item. Asked anew for every version of it. */
export const trailOfItemQuery = (api: Api, itemType: string, itemId: number, version: number) =>
  queryOptions({
    queryKey: ['/api/trail', itemType, itemId, version],
    queryFn: () =>
      api<typeof listTrail>('GET /api/trail', {
        query: { itemType, itemId: String(itemId), limit: '1' },
      }),
  });

/** Who changed what, the newest first, part by part. */
export const trailQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['/api/trail'],
    queryFn: async ({ pageParam: cursor }) => {
      let next: string | null = null;
      const entries = await api<typeof listTrail>('GET /api/trail', {
        query: { limit: String(AT_ONCE), ...(cursor === '' ? {} : { cursor }) },
        onHeaders: (headers) => {
          next = headers.get('x-next-cursor');
        },
      });
      return { entries, next };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
