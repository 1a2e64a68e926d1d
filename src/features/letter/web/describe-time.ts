import { formatDate } from '#platform/text/dates.ts';

/** Days in the order of ISO 8601: 1 is Monday. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Formats a full hour: `7:00 AM`. */
export const describeHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;

/**
 * Formats a letter's time in its zone: `Monday, November 23, 2026 at 7:00 AM`. Falls back to UTC, with a
 * note, in browsers that do not know the zone, because the server knows more zones.
 */
export function describeNext(nextAt: string, timeZone: string): string {
  try {
    return formatDate(nextAt, 'weekday', { locale: 'en-US', timeZone });
  } catch {
    return `${formatDate(nextAt, 'weekday', { locale: 'en-US', timeZone: 'UTC' })} UTC`;
  }
}
