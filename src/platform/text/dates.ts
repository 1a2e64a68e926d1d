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
  /** 2:05:30 PM: for what happened a moment ago. */
  time: { timeStyle: 'medium' },
  /** Sunday, November 22, 2026 at 2:05 PM: for times to come. */
  weekday: { dateStyle: 'full', timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

/** The reader's locale and time zone. Without a locale or a time zone, those of this machine apply. */
interface DateReader {
  locale?: string;
  timeZone?: string;
}

/** For an unknown reader: in mails, and in pages rendered on the server. */
const UNKNOWN_READER: DateReader = { locale: 'en-US', timeZone: 'UTC' };

/** Formats an instant (ISO 8601 or epoch milliseconds) for people. */
export const formatDate = (instant: string | number, style: DateStyle, reader = UNKNOWN_READER): string =>
  new Intl.DateTimeFormat(reader.locale, { ...STYLES[style], timeZone: reader.timeZone }).format(
    new Date(instant),
  );

/** Formats the time of day of an instant of today, such as `2:05 PM`, as this machine does. */
export const formatTime = (instant: number): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(instant));
