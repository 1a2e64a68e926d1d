import * as adminCalls from '#features/signups/contract/admin-calls.ts';
import type { listEmailSignups } from '#features/signups/contract/endpoints.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import { TOTAL_COUNT } from '#platform/http/contract/headers.ts';
import type { Api } from '#platform/web/api-client.ts';
import { pagesQuery } from '#platform/web/pages-query.ts';
import { keyOf } from '#platform/web/query-keys.ts';

export interface SignupFilter {
  search: string;
  hasAccess: '' | 'true' | 'false';
}

export const ALL_SIGNUPS: SignupFilter = { search: '', hasAccess: '' };
const AT_ONCE = 50;

/** Queries matching sign-ups, newest first, in pages. */
export const signupsQuery = (api: Api, { search, hasAccess }: SignupFilter) =>
  pagesQuery({
    queryKey: [...keyOf(adminCalls.listEmailSignups), search, hasAccess],
    fetchPage: async ({ cursor, onHeaders }) => {
      let total: number | null = null;
      const signups = await api<typeof listEmailSignups>(adminCalls.listEmailSignups, {
        query: { limit: String(AT_ONCE), search, ...(hasAccess === '' ? {} : { hasAccess }), cursor },
        onHeaders: (headers) => {
          onHeaders(headers);
          const count = headers.get(TOTAL_COUNT);
          total = count === null ? null : Number(count);
        },
      });
      return { signups, total };
    },
  });

/** Returns the URL of the same list as CSV. */
export const signupsCsvHref = ({ search, hasAccess }: SignupFilter): string =>
  urlOf(adminCalls.exportEmailSignups, { query: { search, hasAccess } });
