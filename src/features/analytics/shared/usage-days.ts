/* Days are whole numbers: days since 1970-01-01, in UTC on every node. */

import { DAY } from '#platform/text/time-units.ts';

/** Retention of counts, in months. */
const KEPT_MONTHS = 25;

/** Returns the day of an instant in epoch ms. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY);

/** Returns the first instant of a day, in epoch ms. */
export const startOf = (day: number): number => day * DAY;

/** Formats a day as `2026-11-22`. */
export const dateOf = (day: number): string => new Date(startOf(day)).toISOString().slice(0, 10);

/** Parses a date such as `2026-11-22`. */
export const dayOfDate = (date: string): number => dayOf(Date.parse(date));

/** Returns the same day of the month a number of months earlier, or the last day of that month. */
export function monthsBefore(day: number, months: number): number {
  const date = new Date(startOf(day));
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  const next = new Date(first);
  const length = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  return dayOf(first) + Math.min(date.getUTCDate(), length) - 1;
}

/** Returns the oldest day with stored counts. */
export const oldestKept = (today: number): number => monthsBefore(today, KEPT_MONTHS);
