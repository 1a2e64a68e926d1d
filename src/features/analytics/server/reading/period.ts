import { HttpError } from '#platform/http/serve/errors.ts';
import { dateOf, dayOfDate, monthsBefore, oldestKept } from '../../shared/usage-days.ts';

/** First and last day, as days since 1970-01-01. */
export interface Span {
  from: number;
  to: number;
}

export interface PeriodQuery {
  span: '28' | '7' | 'month' | 'all' | 'days';
  from?: string | undefined;
  to?: string | undefined;
  against: 'before' | 'year' | 'nothing';
}

const MONTHS_OF_YEAR = 12;

/** Finds the days of a query, and those of the comparison; null for none. Throws 400 for impossible days. */
export function periodOf(query: PeriodQuery, today: number): { period: Span; before: Span | null } {
  const period =
    query.span === 'days' ? chosenDays(query, today) : { from: firstDay(query, today), to: today };
  return { period, before: query.span === 'all' ? null : comparedWith(period, query.against) };
}

function firstDay({ span }: PeriodQuery, today: number): number {
  if (span === 'all') return oldestKept(today);
  if (span === 'month') return dayOfDate(`${dateOf(today).slice(0, 7)}-01`);
  return today - Number(span) + 1;
}

function chosenDays({ from, to }: PeriodQuery, today: number): Span {
  if (from === undefined) throw refuse('from', 'Choose the first day');
  if (to === undefined) throw refuse('to', 'Choose the last day');
  const days = { from: dayOfDate(from), to: dayOfDate(to) };
  if (days.from > days.to) throw refuse('to', 'The last day is before the first one');
  if (days.to > today) throw refuse('to', 'This day has not come yet');
  if (days.from < oldestKept(today)) throw refuse('from', 'Counts are kept for 25 months');
  return days;
}

function comparedWith({ from, to }: Span, against: PeriodQuery['against']): Span | null {
  if (against === 'nothing') return null;
  const length = to - from + 1;
  const first = against === 'before' ? from - length : monthsBefore(from, MONTHS_OF_YEAR);
  return { from: first, to: first + length - 1 };
}

const refuse = (path: string, message: string) =>
  new HttpError('invalid-input', message, { issues: [{ path, message }] });
