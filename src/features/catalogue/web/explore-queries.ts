import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import type { exploreDroplets, listKeywords } from '../contract.ts';
import type { ExploreFilter } from './explore-filter.ts';

/** Droplets that one call answers: two screenfuls of the widest grid. */
const AT_ONCE = 40;
/** The most used ones; the search finds the others. */
const KEYWORDS = 60;

/** The answer to one filter, part by part. An older answer is another query's, so it never replaces a newer one. */
export const exploreQuery = (api: Api, { q, keyword }: ExploreFilter) =>
  infiniteQueryOptions({
    queryKey: ['/api/explore/droplets', q, keyword],
    queryFn: async ({ pageParam: cursor }) => {
      let next: string | null = null;
      const droplets = await api<typeof exploreDroplets>('GET /api/explore/droplets', {
        query: { q, keyword, limit: AT_ONCE, cursor },
        onHeaders: (headers) => {
          next = headers.get('x-next-cursor');
        },
      });
      return { droplets, next };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const keywordsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/explore/keywords'],
    queryFn: () => api<typeof listKeywords>('GET /api/explore/keywords', { query: { limit: KEYWORDS } }),
  });
