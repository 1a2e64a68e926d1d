import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../../contract/schemas.ts';
import { subscriptionQuery } from './queries.ts';
import { refreshAccess } from './refresh-access.ts';
import { isOpen } from './subscription-words.ts';

/** Age up to which a move to another page reuses the subscription, in ms. */
const FRESH = 60_000;
/** The longest delay of a browser's timer, in ms. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Follows changes of the subscription in an open tab: on moves to another page, and when the paid time
 * ends. A change refetches the content, so that no premium content stays on the screen.
 */
export function useAccessChanges(own: OwnSubscription | undefined): void {
  const api = useApi();
  const queries = useQueryClient();
  const [path] = useLocation();
  const until = own?.subscription?.accessUntil ?? null;

  const check = useCallback(async () => {
    const query = subscriptionQuery(api);
    const before = isOpen(queries.getQueryData(query.queryKey)?.subscription);
    const now = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
    if (now && isOpen(now.subscription) !== before) await refreshAccess(api, queries);
  }, [api, queries]);

  useEffect(() => {
    const rest = until === null ? 0 : Date.parse(until) - Date.now();
    if (rest <= 0 || rest > MAX_TIMER) return;
    const timer = setTimeout(() => void check(), rest + 1_000);
    return () => clearTimeout(timer);
  }, [until, check]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each move
  useEffect(() => {
    const { data, dataUpdatedAt = 0 } = queries.getQueryState(subscriptionQuery(api).queryKey) ?? {};
    if (data && Date.now() - dataUpdatedAt > FRESH) void check();
  }, [path]);
}
