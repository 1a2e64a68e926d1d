import type { ScheduleEntry } from '#features/catalogue/contract/schedule-endpoints.ts';
import { formatClock } from '#features/catalogue/shared/plan-words.ts';
import { formatDate } from '#platform/text/dates.ts';
import { formatLocal } from '#platform/text/local-dates.ts';
import { DAY } from '#platform/text/time-units.ts';
import { instantAtOrAfter, localTime } from '#platform/text/zoned-time.ts';

const WEEKS = 4;

/** A day of the calendar. */
export interface CalendarDay {
  /** Midnight as a local time. */
  local: number;
  isToday: boolean;
  /** `Today`, `24`, or `Dec 1` for the first of a month. */
  label: string;
  entries: ScheduleEntry[];
}

/** Four weeks from a Sunday on, in a time zone. */
export interface Span {
  /** Local times. */
  first: number;
  last: number;
  /** Instants: the start, and the exclusive end. */
  from: number;
  to: number;
  /** `Nov 22 to Dec 19, 2026` */
  title: string;
}

/** Returns four weeks. Page 0 begins with the current week; other pages are before or after it. */
export function spanOf(now: number, zone: string, page: number): Span {
  const today = Math.floor(localTime(now, zone) / DAY) * DAY;
  const sunday = today - new Date(today).getUTCDay() * DAY;
  const first = sunday + page * WEEKS * 7 * DAY;
  const end = first + WEEKS * 7 * DAY;
  const last = end - DAY;
  return {
    first,
    last,
    from: instantAtOrAfter(first, zone),
    to: instantAtOrAfter(end, zone),
    title: `${formatDate(first, 'monthDay')} to ${formatDate(last, 'shortDay')}`,
  };
}

/** Assigns entries to the days of four weeks. */
export function weeksOf(
  { first }: Span,
  entries: readonly ScheduleEntry[],
  zone: string,
  now: number,
): CalendarDay[][] {
  const dayOf = (instant: number) => Math.floor(localTime(instant, zone) / DAY) * DAY;
  const today = dayOf(now);
  const day = (index: number): CalendarDay => {
    const local = first + index * DAY;
    const isFirst = new Date(local).getUTCDate() === 1;
    const number = isFirst ? formatDate(local, 'monthDay') : String(new Date(local).getUTCDate());
    return {
      local,
      isToday: local === today,
      label: local === today ? 'Today' : number,
      entries: entries.filter(({ at }) => dayOf(Date.parse(at)) === local),
    };
  };
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => day(week * 7 + index)),
  );
}

const ACTIONS = { publish: 'Goes live', unpublish: 'Taken down' };

/** `Goes live 7:00 AM` */
export const describeEntry = ({ action, at }: ScheduleEntry, zone: string): string =>
  // The hour and AM or PM stay on one line.
  `${ACTIONS[action]} ${formatClock(Date.parse(at), zone).replace(' ', '\u00a0')}`;

/** `Goes live tomorrow, Mon, Nov 23, 7:00 AM` */
export function describeEntryWithDay({ action, at }: ScheduleEntry, zone: string, now: number): string {
  const instant = Date.parse(at);
  const dayOf = (each: number) => Math.floor(localTime(each, zone) / DAY);
  const distance = dayOf(instant) - dayOf(now);
  const near = distance === 0 ? 'today, ' : distance === 1 ? 'tomorrow, ' : '';
  const day = formatLocal(localTime(instant, zone), 'shortWeekday');
  return `${ACTIONS[action]} ${near}${day}, ${formatClock(instant, zone)}`;
}
