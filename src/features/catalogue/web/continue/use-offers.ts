import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Progress } from '#features/progress/contract/schemas.ts';
import { markBegun, markWelcome } from '#features/progress/web/remember/begun.ts';
import { useProgress } from '#features/progress/web/remember/use-progress.ts';
import { useApi } from '#platform/web/page.ts';
import { readDroplets } from '../items/queries.ts';
import { isWelcomeDue, nextWelcome } from '../welcome/away.ts';
import { useWelcome, type WelcomeContent } from '../welcome/use-welcome.ts';
import { type Continuation, findContinuation, nextOffer } from './find-continuation.ts';
import { dismissOffers, hasDismissedOffers } from './not-today.ts';

interface Offers {
  /** Null: none. */
  welcome: WelcomeContent | null;
  /** The lesson to go on with, or to see again; null: none. */
  next: Continuation | null;
  /** Dismisses both kinds of offers until tomorrow, and keeps all progress. */
  dismissOffers(): void;
}

/**
 * Finds the first screens' offers for a reader with progress; undefined while unknown. Stores for the next
 * pages whether to reserve room. `welcomes`: also offer lessons after days away.
 */
export function useOffers(welcomes: boolean): Offers | undefined {
  const [notToday, setNotToday] = useState(hasDismissedOffers);
  const progress = useProgress(all);
  const due = welcomes && !notToday && progress !== undefined && isWelcomeDue(progress, Date.now());
  const begun = useContinuation(due || notToday ? progress : undefined, false);
  const found = useWelcome(due ? progress : undefined, begun);
  const welcome = due ? found : null;
  const offered = useContinuation(notToday || welcome !== null ? undefined : progress, true);
  const next = notToday || welcome ? begun : offered;

  useEffect(() => {
    if (next) markBegun('open');
    else if (next === null && progress?.stops.length)
      markBegun('through', nextOffer(progress.again, Date.now(), notToday));
  }, [next, progress, notToday]);
  useEffect(() => {
    if (welcomes && progress && welcome !== undefined)
      markWelcome(nextWelcome(progress, Date.now(), welcome === null));
  }, [welcomes, progress, welcome]);

  if (welcome === undefined || next === undefined) return undefined;
  return {
    welcome,
    next,
    dismissOffers() {
      dismissOffers();
      setNotToday(true);
    },
  };
}

/**
 * Finds the droplet to continue with; null when none is left, undefined while it or the progress is unknown.
 * With `offers`, due marks come first.
 */
function useContinuation(progress: Progress | undefined, offers: boolean): Continuation | null | undefined {
  const api = useApi();
  const queries = useQueryClient();
  const dropletsIn = (waveId: number) => readDroplets(api, queries, waveId);
  const { data } = useQuery({
    queryKey: ['continuation', progress?.stops, progress?.again, offers],
    queryFn: () => progress && findContinuation(progress, dropletsIn, offers ? Date.now() : null),
    enabled: progress !== undefined,
  });
  return progress && data;
}

const all = (progress: Progress) => progress;
