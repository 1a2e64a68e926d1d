import { useHydrated } from './use-hydrated.ts';

const STYLES = {
  day: { dateStyle: 'long' },
  instant: { dateStyle: 'medium', timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

type DateStyle = keyof typeof STYLES;

/** A date in the reader's own words and time zone. */
export const localDate = (instant: string, style: DateStyle = 'day'): string =>
  new Intl.DateTimeFormat(undefined, STYLES[style]).format(new Date(instant));

/** The same words on the server and in every browser, until the page is alive. */
const renderedDate = (instant: string, style: DateStyle): string =>
  new Intl.DateTimeFormat('en-GB', { ...STYLES[style], timeZone: 'UTC' }).format(new Date(instant));

interface LocalDateProps {
  /** ISO 8601. */
  instant: string;
  style?: DateStyle;
}

/** As {@link localDate}. Its words may be of another language than the page's, and it says of which. */
export function LocalDate({ instant, style = 'day' }: LocalDateProps) {
  const hydrated = useHydrated();
  if (!hydrated) return <time dateTime={instant}>{renderedDate(instant, style)}</time>;
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <time dateTime={instant} lang={locale}>
      {localDate(instant, style)}
    </time>
  );
}
