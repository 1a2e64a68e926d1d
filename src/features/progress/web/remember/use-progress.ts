import { queryOptions, useQuery } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { getProgress } from '../../contract/calls.ts';
import type { Progress } from '../../contract/schemas.ts';
import { type KnownProgress, readProgress } from './read-progress.ts';

/** Keyed by account, so that a tab never shows one account's progress to the next. Null: a visitor. */
export const progressKey = (userId: number | null) => [...keyOf(getProgress), userId] as const;

/** Milliseconds after which the next page retries, when the server gave no progress. */
const RETRY = 10_000;

/** The reader's progress, fetched once. */
export const progressQuery = (api: Api, userId: number | null) =>
  queryOptions<KnownProgress>({
    queryKey: progressKey(userId),
    queryFn: () => readProgress(api, userId),
    staleTime: ({ state }) => (state.data?.isPartial ? RETRY : Number.POSITIVE_INFINITY),
  });

/** Returns the reader's id; null for a visitor, undefined while unknown. */
export function useReaderId(): number | null | undefined {
  const { data: user } = useQuery(userQuery(useApi()));
  return user === undefined ? undefined : (user?.id ?? null);
}

/**
 * Returns the selected part of the reader's progress; undefined while unknown. All callers share one request.
 */
export function useProgress<T>(select: (progress: Progress) => T): T | undefined {
  const api = useApi();
  const userId = useReaderId();
  const { data } = useQuery({
    ...progressQuery(api, userId ?? null),
    enabled: userId !== undefined,
    select,
  });
  return data;
}
