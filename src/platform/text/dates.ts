/* The only module that formats dates for people (decision 25). */

const STYLES = {
  /** November 22, 2026 */
  day: { dateStyle: 'long' },
  /** Nov 22, and Nov 22, 2026: for spans and axes. */
  monthDay: { month: 'short', day: 'numeric' },
  shortDay: { dateStyle: 'medium' },
  /** Nov 2026 */
  month: { month: 'short', year: 'numeric' },
  /** November: for sentences about this year. */
  monthName: { month: 'long' },
  /** Nov 22, 2026, 2:05 PM: for columns. */
  instant: { dateStyle: 'medium', timeStyle: 'short' },
  /** 2:05:30 PM: for recent events. */
  time: { timeStyle: 'medium' },
  /** Sunday, November 22, 2026 at 2:05 PM: for future times. */
  weekday: { dateStyle: 'full', timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

/** The reader's locale and time zone. Default: those of this machine. */
interface DateReader {
  locale?: string;
  timeZone?: string;
}

/** Used in mails and in pages rendered on the server, where the reader is unknown. */
const UNKNOWN_READER: DateReader = { locale: 'en-US', timeZone: 'UTC' };

/** Formats an instant (ISO 8601 or epoch milliseconds) for people. */
export const formatDate = (instant: string | number, style: DateStyle, reader = UNKNOWN_READER): string =>
  new Intl.DateTimeFormat(reader.locale, { ...STYLES[style], timeZone: reader.timeZone }).format(
    new Date(instant),
  );

/** Formats the time of day of an instant today, such as `2:05 PM`, in this machine's locale and zone. */
export const formatTime = (instant: number): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(instant));
