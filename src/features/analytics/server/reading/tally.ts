import { maskCount, type ShownCount } from '../../shared/mask-count.ts';
import { USAGE_EVENTS, type UsageEvent } from '../../shared/usage-events.ts';

/** A number for each event. */
export type Tally = Record<UsageEvent, number>;

export const emptyTally = (): Tally => ({ opened: 0, half: 0, finished: 0, saved: 0, shared: 0 });

/** Adds rows up by a key. */
export function tallyBy<Row extends { event: UsageEvent; n: number }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Tally> {
  const tallies = new Map<Key, Tally>();
  for (const row of rows) {
    const key = keyOf(row);
    let tally = tallies.get(key);
    if (!tally) {
      tally = emptyTally();
      tallies.set(key, tally);
    }
    tally[row.event] += row.n;
  }
  return tallies;
}

/** A tally as it is shown. */
export const maskTally = (tally: Tally): Record<UsageEvent, ShownCount> =>
  Object.fromEntries(USAGE_EVENTS.map((event) => [event, maskCount(tally[event])])) as Record<
    UsageEvent,
    ShownCount
  >;
