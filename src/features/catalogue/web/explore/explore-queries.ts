import { queryOptions } from '@tanstack/react-query';
import { NOTHING_LOCKED, SEARCH_NOTES } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type { exploreDroplets, listKeywords } from '../../contract/endpoints.ts';
import type { SearchNotes } from '../../contract/schemas.ts';
import type { ExploreFilter } from './explore-filter.ts';

/** Droplets of one page of results: two screens of the widest grid. */
const PAGE_SIZE = 40;
/** Number of keywords, the most used first. The search finds the others. */
const KEYWORDS = 60;

/**
 * Fetches the results of a filter, page by page. Each filter has its own query, so that a late response to
 * a former filter never replaces a newer one.
 */
export const exploreQuery = (api: Api, { q, keyword }: ExploreFilter) =>
  pagesQuery({
    queryKey: [...keyOf(calls.exploreDroplets), q, keyword],
    fetchPage: async ({ cursor, onHeaders }) => {
      let nothingLocked = false;
      let notes: SearchNotes = { words: [] };
      const droplets = await api<typeof exploreDroplets>(calls.exploreDroplets, {
        query: { q, keyword, limit: PAGE_SIZE, cursor },
        onHeaders: (headers) => {
          onHeaders(headers);
          nothingLocked = headers.has(NOTHING_LOCKED);
          notes = JSON.parse(decodeURIComponent(headers.get(SEARCH_NOTES) ?? '') || 'null') ?? notes;
        },
      });
      return { droplets, nothingLocked, notes };
    },
  });

export const keywordsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listKeywords),
    queryFn: () => api<typeof listKeywords>(calls.listKeywords, { query: { limit: KEYWORDS } }),
  });
