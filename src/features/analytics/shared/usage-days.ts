/* Days are whole numbers: days since 1970-01-01, in UTC on every node. */

import { DAY } from '#platform/text/time-units.ts';

/** Months for which counts are kept. */
const KEPT_MONTHS = 25;

/** The day of an instant in epoch ms. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY);

/** The first instant of a day, in epoch ms. */
export const startOf = (day: number): number => day * DAY;

/** A day as `2026-11-22`. */
export const dateOf = (day: number): string => new Date(startOf(day)).toISOString().slice(0, 10);

/** The day of a date such as `2026-11-22`. */
export const dayOfDate = (date: string): number => dayOf(Date.parse(date));

/** The same day of the month so many months earlier, or the last day of that month. */
export function monthsBefore(day: number, months: number): number {
  const date = new Date(startOf(day));
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  const next = new Date(first);
  const length = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  return dayOf(first) + Math.min(date.getUTCDate(), length) - 1;
}

/** The oldest day whose counts are kept. */
export const oldestKept = (today: number): number => monthsBefore(today, KEPT_MONTHS);
