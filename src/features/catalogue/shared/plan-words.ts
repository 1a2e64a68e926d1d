import { formatLocal } from '#platform/text/local-dates.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { cityOf } from '#platform/text/time-zones.ts';
import { type Gap, localTime } from '#platform/text/zoned-time.ts';

export const PASSED = 'This time has passed.';
export const MISSING = 'This time does not exist.';

/** `On March 14 the clocks go from 2:00 to 3:00 AM. Choose 1:59 AM or 3:00 AM.` */
export function describeGap({ from, to }: Gap): string {
  const [start, end] = [formatLocal(from, 'clock'), formatLocal(to, 'clock')];
  const before = from - MINUTE;
  // A gap at midnight has its two ends on different days.
  const isOneDay = formatLocal(before, 'day') === formatLocal(to, 'day');
  const choice = (local: number) =>
    isOneDay ? formatLocal(local, 'clock') : `${formatLocal(local, 'clock')} on ${formatLocal(local, 'day')}`;
  const [, half] = end.split(' ');
  const short = start.endsWith(` ${half}`) ? start.slice(0, -3) : start;
  const jump = formatLocal(from, 'day');
  return `On ${jump} the clocks go from ${short} to ${end}. Choose ${choice(before)} or ${choice(to)}.`;
}

/** `1:30 happens twice. The first one is used.` */
export const describeTwice = (local: number): string =>
  `${formatLocal(local, 'clock').slice(0, -3)} happens twice. The first one is used.`;

/** `Monday, November 30, at 7:00 AM in New York`, with the year when it is another one. */
export function describeInstant(instant: number, timeZone: string, now: number): string {
  const yearOf = (at: number) => new Date(localTime(at, timeZone)).getUTCFullYear();
  const day = formatLocal(localTime(instant, timeZone), 'weekday');
  const year = yearOf(instant) === yearOf(now) ? '' : `, ${yearOf(instant)}`;
  return `${day}${year}, at ${formatClock(instant, timeZone)} in ${cityOf(timeZone)}`;
}

/** `7:00 AM`, by the clocks of a zone. */
export const formatClock = (instant: number, timeZone: string): string =>
  formatLocal(localTime(instant, timeZone), 'clock');
