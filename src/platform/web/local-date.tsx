import { type DateStyle, formatDate } from '../text/dates.ts';
import { useHydrated } from './use-hydrated.ts';

/** Formats a date in the reader's language and time zone. Call it only in the browser. */
export const localDate = (instant: string, style: DateStyle = 'day'): string =>
  formatDate(instant, style, {});

interface LocalDateProps {
  /** ISO 8601. */
  instant: string;
  style?: DateStyle;
}

/** Shows a date in the form of {@link localDate}, with its language, which may differ from the page's. */
export function LocalDate({ instant, style = 'day' }: LocalDateProps) {
  const hydrated = useHydrated();
  // Until hydration, the browser shows the server's text.
  if (!hydrated) return <time dateTime={instant}>{formatDate(instant, style)}</time>;
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <time dateTime={instant} lang={locale}>
      {localDate(instant, style)}
    </time>
  );
}
