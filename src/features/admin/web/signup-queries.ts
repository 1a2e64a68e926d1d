import { infiniteQueryOptions } from '@tanstack/react-query';
import type { listEmailSignups } from '#features/signups/contract.ts';
import type { Api } from '#platform/web/api-client.ts';

export interface SignupFilter {
  search: string;
  hasAccess: '' | 'true' | 'false';
}

export const ALL_SIGNUPS: SignupFilter = { search: '', hasAccess: '' };
const AT_ONCE = 50;

/** The addresses that match, the newest first, part by part. */
export const signupsQuery = (api: Api, { search, hasAccess }: SignupFilter) =>
  infiniteQueryOptions({
    queryKey: ['/api/email-signups', search, hasAccess],
    queryFn: async ({ pageParam: cursor }) => {
      let next: string | null = null;
      let total: number | null = null;
      const signups = await api<typeof listEmailSignups>('GET /api/email-signups', {
        query: {
          limit: String(AT_ONCE),
          ...(search === '' ? {} : { search }),
          ...(hasAccess === '' ? {} : { hasAccess }),
          ...(cursor === '' ? {} : { cursor }),
        },
        onHeaders: (headers) => {
          next = headers.get('x-next-cursor');
          const count = headers.get('x-total-count');
          total = count === null ? null : Number(count);
        },
      });
      return { signups, next, total };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

/** The same list as a file. */
export function signupsCsvHref({ search, hasAccess }: SignupFilter): string {
  const query = new URLSearchParams({
    ...(search === '' ? {} : { search }),
    ...(hasAccess === '' ? {} : { hasAccess }),
  }).toString();
  return `/api/email-signups.csv${query === '' ? '' : `?${query}`}`;
}
