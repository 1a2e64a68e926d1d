import { DAY, HOUR } from '#platform/text/time-units.ts';
import { instantAtOrAfter, isNight, localTime } from '#platform/text/zoned-time.ts';

/** Days that contain every schedule at least once: first Mondays of two months are at most 35 days apart. */
const SEARCHED_DAYS = 45;
/** Delay in ms from which a letter misses the hour that its reader chose. */
const LATE = HOUR;

interface LocalSchedule {
  day: number;
  hour: number;
  time_zone: string;
  frequency: 'weekly' | 'monthly';
}

/**
 * Returns the first time after `after` (epoch ms) that fits a schedule: its hour on its day of the week, for
 * monthly letters on the first such day of a month. An hour that the clocks skip moves to the end of the gap;
 * of a repeated hour, the first one counts.
 */
export function nextTime({ day, hour, time_zone, frequency }: LocalSchedule, after: number): number {
  const today = Math.floor(localTime(after, time_zone) / DAY) * DAY;
  for (let date = today; date <= today + SEARCHED_DAYS * DAY; date += DAY) {
    const local = new Date(date);
    if ((local.getUTCDay() || 7) !== day) continue;
    if (frequency === 'monthly' && local.getUTCDate() > 7) continue;
    const at = instantAtOrAfter(date + hour * HOUR, time_zone);
    if (at > after) return at;
  }
  throw new Error(
    `The letter schedule has no next time: ${JSON.stringify({ day, hour, time_zone, frequency })}`,
  );
}

type LocalHour = Pick<LocalSchedule, 'hour' | 'time_zone'>;

/** Tells whether a letter due at `next_at` is late and would arrive at night for its reader. */
export function isLateAtNight(
  { next_at, time_zone }: LocalHour & { next_at: number | null },
  now: number,
): boolean {
  return now - (next_at ?? now) > LATE && isNight(now, time_zone);
}

/** Returns the first time after `after` (epoch ms) at a schedule's hour, on any day. */
export function nextHour({ hour, time_zone }: LocalHour, after: number): number {
  const today = Math.floor(localTime(after, time_zone) / DAY) * DAY;
  const at = instantAtOrAfter(today + hour * HOUR, time_zone);
  return at > after ? at : instantAtOrAfter(today + DAY + hour * HOUR, time_zone);
}
