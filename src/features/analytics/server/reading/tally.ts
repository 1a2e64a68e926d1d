import { maskCount, type ShownCount } from '../../shared/mask-count.ts';
import { USAGE_EVENTS, type UsageEvent } from '../../shared/usage-events.ts';

/** A number for each event. */
export type Tally = Record<UsageEvent, number>;

export const emptyTally = (): Tally => ({ opened: 0, half: 0, finished: 0, saved: 0, shared: 0 });

export const addTallies = (a: Tally, b: Tally): Tally => ({
  opened: a.opened + b.opened,
  half: a.half + b.half,
  finished: a.finished + b.finished,
  saved: a.saved + b.saved,
  shared: a.shared + b.shared,
});

/** Converts a tally for display. */
export const maskTally = (tally: Tally): Record<UsageEvent, ShownCount> =>
  Object.fromEntries(USAGE_EVENTS.map((event) => [event, maskCount(tally[event])])) as Record<
    UsageEvent,
    ShownCount
  >;
