/* Formats ages and sizes, for the page and for mails alike. */

import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a duration in ms as `40 minutes`, `3 hours` or `2 days`. */
export function durationText(ms: number): string {
  if (ms < 2 * MINUTE) return many(Math.max(1, Math.round(ms / 1000)), 'second');
  if (ms < 2 * HOUR) return many(Math.round(ms / MINUTE), 'minute');
  if (ms < 2 * DAY) return many(Math.round(ms / HOUR), 'hour');
  return many(Math.round(ms / DAY), 'day');
}

/** Formats a size in bytes as `184 MB` or `18.4 GB`. */
export function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size < 9.95 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
