import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '#platform/web/page.ts';
import type { OwnSubscription } from '../contract.ts';
import { subscriptionQuery } from './queries.ts';
import { refreshReader } from './refresh-reader.ts';
import { isOpen } from './subscription-words.ts';

/** A newer answer than this is believed when the reader goes to another page, in ms. */
const FRESH = 60_000;
/** The longest that a browser's timer can wait. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A tab that stays open learns that its subscription has ended, or that there is one now: on the way to another page,
 * and at the moment when the paid time is over. What it shows is then asked for again, so that nothing premium stays.
 */
export function useFollowedRights(own: OwnSubscription | undefined): void {
  const api = useApi();
  const queries = useQueryClient();
  const [path] = useLocation();
  const until = own?.subscription?.accessUntil ?? null;

  const follow = useCallback(async () => {
    const query = subscriptionQuery(api);
    const before = isOpen(queries.getQueryData(query.queryKey)?.subscription);
    const now = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
    if (now && isOpen(now.subscription) !== before) await refreshReader(api, queries);
  }, [api, queries]);

  useEffect(() => {
    const rest = until === null ? 0 : Date.parse(until) - Date.now();
    if (rest <= 0 || rest > LONGEST_TIMER) return;
    const timer = setTimeout(() => void follow(), rest + 1_000);
    return () => clearTimeout(timer);
  }, [until, follow]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each move
  useEffect(() => {
    const { data, dataUpdatedAt = 0 } = queries.getQueryState(subscriptionQuery(api).queryKey) ?? {};
    if (data && Date.now() - dataUpdatedAt > FRESH) void follow();
  }, [path]);
}
