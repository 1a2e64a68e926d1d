import type { Usage } from '../../contract/schemas.ts';
import { maskCount } from '../../shared/mask-count.ts';
import { dateOf } from '../../shared/usage-days.ts';
import type { Span } from './period.ts';
import type { Sums } from './period-sums.ts';
import { emptyTally, maskTally, type Tally, tallyBy } from './tally.ts';

/** A longer period, in days, is shown by month: more bars would be thinner than a line. */
const MAX_DAYS = 92;

/** Counts by day or by month, each day beside the one at the same place of the other period. */
export function timesOf(
  period: Span,
  now: Sums,
  before: Span | null,
  then: Sums,
): Pick<Usage, 'unit' | 'times'> {
  const days = Array.from({ length: period.to - period.from + 1 }, (_, index) => period.from + index);
  const byDay = tallyBy(now.days, ({ day }) => day);
  if (days.length > MAX_DAYS) return { unit: 'month', times: byMonth(days, byDay) };
  const thenByDay = tallyBy(then.days, ({ day }) => day);
  return {
    unit: 'day',
    times: days.map((day, index) => ({
      from: dateOf(day),
      ...maskTally(byDay.get(day) ?? emptyTally()),
      openedBefore: before && maskCount(thenByDay.get(before.from + index)?.opened ?? 0),
    })),
  };
}

function byMonth(days: readonly number[], byDay: ReadonlyMap<number, Tally>): Usage['times'] {
  const months = new Map<string, Tally>();
  for (const day of days) {
    const month = `${dateOf(day).slice(0, 7)}-01`;
    const tally = months.get(month) ?? emptyTally();
    months.set(month, tally);
    for (const [event, n] of Object.entries(byDay.get(day) ?? {})) tally[event as keyof Tally] += n;
  }
  return [...months].map(([from, tally]) => ({ from, ...maskTally(tally), openedBefore: null }));
}
