import { type DateStyle, formatDate } from '../text/dates.ts';
import { useHydrated } from './use-hydrated.ts';

/** Formats a date in the reader's language and time zone. Only in the browser. */
export const localDate = (instant: string, style: DateStyle = 'day'): string =>
  formatDate(instant, style, {});

interface LocalDateProps {
  /** ISO 8601. */
  instant: string;
  style?: DateStyle;
}

/** Shows a date as {@link localDate} does, with its language, which may differ from the page's. */
export function LocalDate({ instant, style = 'day' }: LocalDateProps) {
  const hydrated = useHydrated();
  // The same text on the server and in the browser, until hydration.
  if (!hydrated) return <time dateTime={instant}>{formatDate(instant, style)}</time>;
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <time dateTime={instant} lang={locale}>
      {localDate(instant, style)}
    </time>
  );
}
