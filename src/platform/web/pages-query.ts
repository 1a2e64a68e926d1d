import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';

/**
 * Arguments of one page's call: its cursor, empty for the first page, and a function that reads the next
 * cursor.
 */
interface PageCall {
  cursor: string;
  onHeaders(headers: Headers): void;
}

interface PagesQuery<Page> {
  queryKey: QueryKey;
  fetchPage(call: PageCall): Promise<Page>;
  staleTime?: number;
  gcTime?: number;
}

/** Makes the query of a paged list. `fetchPage` must pass on both of its values. */
export const pagesQuery = <Page extends object>({ fetchPage, ...options }: PagesQuery<Page>) =>
  infiniteQueryOptions({
    ...options,
    queryFn: async ({ pageParam: cursor }) => {
      let next: string | null = null;
      const page = await fetchPage({
        cursor,
        onHeaders: (headers) => {
          next = headers.get(NEXT_CURSOR);
        },
      });
      return { ...page, next: next as string | null };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
