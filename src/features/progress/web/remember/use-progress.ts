import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { getProgress } from '../../contract/calls.ts';
import type { Progress } from '../../contract/schemas.ts';
import { readProgress } from './read-progress.ts';

/** The account is part of it: a tab never shows one account's progress to the next. Null for a visitor. */
export const progressKey = (userId: number | null) => [...keyOf(getProgress), userId] as const;

/**
 * What `select` finds in the reader's progress; undefined until it is known. All that use it share one
 * request.
 */
export function useProgress<T>(select: (progress: Progress) => T): T | undefined {
  const api = useApi();
  const { data: user } = useQuery(userQuery(api));
  const userId = user?.id ?? null;
  const { data } = useQuery({
    queryKey: progressKey(userId),
    queryFn: () => readProgress(api, userId),
    enabled: user !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    select,
  });
  return data;
}
