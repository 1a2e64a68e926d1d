import { formatDate } from '#platform/text/dates.ts';

/* Days in the format of date fields, `2027-11-25`. Those of an instant are in this browser's time zone. */

/**
 * Tells whether a text is a day of this century. While a year is typed, browsers report years such as 0002.
 */
export const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text;

/** Formats a month such as `2026-11`. */
export const monthName = (month: string): string => formatDate(`${month}-01`, 'month');

const digits = (value: number) => String(value).padStart(2, '0');

/**
 * Returns the last instant of a day, in ISO 8601 with this browser's offset, from which the day can be read;
 * null for no day.
 */
export function endOfDay(day: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!match) return null;
  const last = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + 1, 0, 0, 0, -1);
  const behind = last.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(behind) / 60), Math.abs(behind) % 60];
  return `${dayOf(last)}T23:59:59.999${behind > 0 ? '-' : '+'}${digits(hours)}:${digits(minutes)}`;
}

const dayOf = (date: Date) =>
  `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;

/** Returns the same day of the month in a number of months, or the last day of a shorter month. */
export function dayAfterMonths(months: number, now = new Date()): string {
  const first = new Date(now.getFullYear(), now.getMonth() + months, 1);
  const lastDay = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return dayOf(new Date(first.getFullYear(), first.getMonth(), Math.min(now.getDate(), lastDay)));
}
