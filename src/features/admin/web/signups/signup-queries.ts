import { infiniteQueryOptions } from '@tanstack/react-query';
import * as adminCalls from '#features/signups/contract/admin-calls.ts';
import type { listEmailSignups } from '#features/signups/contract/endpoints.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import { NEXT_CURSOR, TOTAL_COUNT } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';

export interface SignupFilter {
  search: string;
  hasAccess: '' | 'true' | 'false';
}

export const ALL_SIGNUPS: SignupFilter = { search: '', hasAccess: '' };
const AT_ONCE = 50;

/** Matching sign-ups, newest first, in pages. */
export const signupsQuery = (api: Api, { search, hasAccess }: SignupFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(adminCalls.listEmailSignups), search, hasAccess],
    queryFn: async ({ pageParam: cursor }) => {
      let next: string | null = null;
      let total: number | null = null;
      const signups = await api<typeof listEmailSignups>(adminCalls.listEmailSignups, {
        query: {
          limit: String(AT_ONCE),
          ...(search === '' ? {} : { search }),
          ...(hasAccess === '' ? {} : { hasAccess }),
          ...(cursor === '' ? {} : { cursor }),
        },
        onHeaders: (headers) => {
          next = headers.get(NEXT_CURSOR);
          const count = headers.get(TOTAL_COUNT);
          total = count === null ? null : Number(count);
        },
      });
      return { signups, next, total };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** URL of the same list as CSV. */
export const signupsCsvHref = ({ search, hasAccess }: SignupFilter): string =>
  urlOf(adminCalls.exportEmailSignups, { query: { search, hasAccess } });
