import { formatDate } from '#platform/text/dates.ts';

/** Days as ISO 8601 counts them: 1 is Monday. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Describes a full hour: `7:00 AM`. */
export const describeHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;

/**
 * Describes a letter's time by the clocks of its zone: `Monday, November 23, 2026 at 7:00 AM`. A browser that
 * does not know the zone describes it in UTC, and says so: the server knows more zones.
 */
export function describeNext(nextAt: string, timeZone: string): string {
  try {
    return formatDate(nextAt, 'weekday', { locale: 'en-US', timeZone });
  } catch {
    return `${formatDate(nextAt, 'weekday', { locale: 'en-US', timeZone: 'UTC' })} UTC`;
  }
}
