/* Formats of future times in a time zone. Separate from dates.ts, which learners load. */

const STYLES = {
  /** Monday, November 30 */
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  /** Mon, Nov 30: for lists of future events. */
  shortWeekday: { weekday: 'short', month: 'short', day: 'numeric' },
  /** November 30 */
  day: { month: 'long', day: 'numeric' },
  /** 7:00 AM */
  clock: { timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * Formats a local time, which is epoch ms as if the zone were UTC. Some engines write a narrow space before
 * AM.
 */
export const formatLocal = (local: number, style: keyof typeof STYLES): string =>
  new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone: 'UTC' })
    .format(local)
    .replace('\u202f', ' ');
