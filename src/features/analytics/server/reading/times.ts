import type { Usage } from '../../contract/schemas.ts';
import { maskCount } from '../../shared/mask-count.ts';
import { dateOf } from '../../shared/usage-days.ts';
import type { Span } from './period.ts';
import type { Sums } from './sum-counts.ts';
import { addTallies, emptyTally, maskTally, type Tally } from './tally.ts';

/** Longest period in days that is shown by day; more bars would be thinner than a line. */
const MAX_DAYS = 92;

/** Lists counts by day, each with the same day of the other period, or by month without comparison. */
export function timesOf(
  period: Span,
  now: Sums['days'],
  before: Span | null,
  then: Sums['days'],
): Pick<Usage, 'unit' | 'times'> {
  const days = Array.from({ length: period.to - period.from + 1 }, (_, index) => period.from + index);
  if (days.length > MAX_DAYS) return { unit: 'month', times: byMonth(days, now) };
  return {
    unit: 'day',
    times: days.map((day, index) => ({
      from: dateOf(day),
      ...maskTally(now.get(day) ?? emptyTally()),
      openedBefore: before && maskCount(then.get(before.from + index)?.opened ?? 0),
    })),
  };
}

function byMonth(days: readonly number[], now: Sums['days']): Usage['times'] {
  const months = new Map<string, Tally>();
  for (const day of days) {
    const month = `${dateOf(day).slice(0, 7)}-01`;
    months.set(month, addTallies(months.get(month) ?? emptyTally(), now.get(day) ?? emptyTally()));
  }
  return [...months].map(([from, tally]) => ({ from, ...maskTally(tally), openedBefore: null }));
}
