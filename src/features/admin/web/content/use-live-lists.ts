import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ScheduleEntry } from '#features/catalogue/contract/schedule-endpoints.ts';
import { WEEK } from '#platform/text/time-units.ts';
import { useApi } from '#platform/web/page.ts';
import { scheduleQuery } from '../schedule/schedule-calls.ts';
import { refetchContent } from './content-calls.ts';
import { KINDS } from './content-kinds.ts';
import type { useLists } from './use-lists.ts';

/** Interval between looks at the schedule, in ms. Every node shows a due change within 5 s. */
const INTERVAL = 5_000;
/** How far ahead the schedule is read, in ms. Timers of browsers end at 24.8 days. */
const AHEAD = 3 * WEEK;

/**
 * Returns the ms until the next look at the schedule: soon while an item is due and waits for its film, else
 * after the next time. False without a planned item.
 */
export function nextLook(entries: readonly Pick<ScheduleEntry, 'at'>[], now: number): number | false {
  if (entries.length === 0) return false;
  const next = Math.min(...entries.map(({ at }) => Date.parse(at)));
  return Math.max(0, next - now) + INTERVAL;
}

/**
 * Refetches the lists when the schedule has published or taken down one of their items. Looks at the schedule
 * when the tab is shown again, and at the times of items in the lists.
 */
export function useLiveLists(lists: ReturnType<typeof useLists>): void {
  const queries = useQueryClient();
  const [until] = useState(() => Date.now() + AHEAD);
  const inLists = (entries: readonly ScheduleEntry[] = []) =>
    entries.filter(({ type, id }) => lists[KINDS[type].names].data?.some((item) => item.id === id));
  const { data } = useQuery({
    ...scheduleQuery(useApi(), 0, until),
    refetchInterval: ({ state }) => nextLook(inLists(state.data?.entries), Date.now()),
    refetchOnWindowFocus: 'always',
  });
  const planned = useRef<string[]>([]);
  useEffect(() => {
    if (!data) return;
    const before = planned.current;
    planned.current = data.entries.map(({ type, id, action }) => `${type} ${id} ${action}`);
    if (before.some((entry) => !planned.current.includes(entry))) void refetchContent(queries);
  }, [data, queries]);
}
