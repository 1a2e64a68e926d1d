import { useHydrated } from './use-hydrated.ts';

/** The same words on the server and in every browser, until the page is alive. */
const RENDERED = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in the reader's own words and time zone. */
export const localDate = (instant: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(instant));

export function LocalDate({ instant }: { instant: string }) {
  const hydrated = useHydrated();
  return <time dateTime={instant}>{hydrated ? localDate(instant) : RENDERED.format(new Date(instant))}</time>;
}
