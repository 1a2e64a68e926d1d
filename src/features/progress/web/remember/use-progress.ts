import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { getProgress } from '../../contract/calls.ts';
import type { Progress } from '../../contract/schemas.ts';
import { readProgress } from './read-progress.ts';

/** Each account has its own key: a tab never shows one account's progress to the next. Null: a visitor. */
export const progressKey = (userId: number | null) => [...keyOf(getProgress), userId] as const;

/** The reader's id; null for a visitor, undefined while it is unknown. */
export function useReaderId(): number | null | undefined {
  const { data: user } = useQuery(userQuery(useApi()));
  return user === undefined ? undefined : (user?.id ?? null);
}

/**
 * Returns what `select` finds in the reader's progress; undefined until that is known. All callers share one
 * request.
 */
export function useProgress<T>(select: (progress: Progress) => T): T | undefined {
  const api = useApi();
  const userId = useReaderId();
  const { data } = useQuery({
    queryKey: progressKey(userId ?? null),
    queryFn: () => readProgress(api, userId ?? null),
    enabled: userId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    select,
  });
  return data;
}
