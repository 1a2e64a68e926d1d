import { DAY, HOUR } from '#platform/text/time-units.ts';
import { instantAtOrAfter, isNight, localTime } from '#platform/text/zoned-time.ts';

/** Days in which every schedule comes around: a month has its first Monday at most 35 days after another. */
const SEARCHED_DAYS = 45;
/** A letter that is later than so many ms does not come at the hour that its reader chose. */
const LATE = HOUR;

interface LocalSchedule {
  day: number;
  hour: number;
  time_zone: string;
  frequency: 'weekly' | 'monthly';
}

/**
 * Returns the first time after `after` (epoch ms) that fits a schedule: its hour on its day of the week, of
 * monthly letters on the first such day of a month. An hour that the clocks leave out comes when they have
 * moved on; of an hour that they repeat, the first one counts.
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
  throw new Error(`The schedule has no time: ${JSON.stringify({ day, hour, time_zone, frequency })}`);
}

type LocalHour = Pick<LocalSchedule, 'hour' | 'time_zone'>;

/** Tells whether a letter that was due at `next_at` is late, and would come at its reader's night. */
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
