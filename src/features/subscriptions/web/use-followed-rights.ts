import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
  const open = own && isOpen(own.subscription);
  const until = own?.subscription?.accessUntil ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each move
  useEffect(() => {
    const { queryKey } = subscriptionQuery(api);
    const state = queries.getQueryState(queryKey);
    if (state?.data && Date.now() - state.dataUpdatedAt > FRESH) void queries.invalidateQueries({ queryKey });
  }, [path]);

  useEffect(() => {
    const rest = until === null ? 0 : Date.parse(until) - Date.now();
    if (rest <= 0 || rest > LONGEST_TIMER) return;
    const timer = setTimeout(() => void queries.invalidateQueries(subscriptionQuery(api)), rest + 1_000);
    return () => clearTimeout(timer);
  }, [until, api, queries]);

  const before = useRef(open);
  useEffect(() => {
    if (open === undefined) return;
    if (before.current !== undefined && before.current !== open) void refreshReader(api, queries);
    before.current = open;
  }, [open, api, queries]);
}
