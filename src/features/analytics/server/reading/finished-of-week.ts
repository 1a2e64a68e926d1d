import { maskCount, type ShownCount } from '../../shared/mask-count.ts';
import { dayOf } from '../../shared/usage-days.ts';
import type { PeriodSums } from './period-sums.ts';

const DAYS = 7;

/** Counts the droplets finished in the last seven days. */
export async function finishedOfWeek(periods: PeriodSums, today = dayOf(Date.now())): Promise<ShownCount> {
  const { days } = await periods.of({ from: today - DAYS + 1, to: today }, today);
  return maskCount([...days.values()].reduce((sum, { finished }) => sum + finished, 0));
}
