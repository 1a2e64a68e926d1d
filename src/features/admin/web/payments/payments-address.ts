import { isDay } from '../days.ts';
import { filterHref } from '../search-list/filter-address.ts';
import { PAYMENTS_PATH } from '../subscriptions/subscriptions-address.ts';

/** First and last day in UTC, such as `2026-11-22`. */
export interface PaymentsDays {
  from: string;
  to: string;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Returns the days shown at first: the month that is most likely to be booked, and the present one. */
export function latestDays(now: number): PaymentsDays {
  const date = new Date(now);
  return { from: dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)), to: dayOf(now) };
}

/** Parses the days of the URL. The latest ones replace missing and impossible days, and days out of order. */
export function readPaymentsDays(query: URLSearchParams, now: number): PaymentsDays {
  const latest = latestDays(now);
  const day = (name: keyof PaymentsDays) => {
    const value = query.get(name) ?? '';
    return isDay(value) ? value : latest[name];
  };
  const days = { from: day('from'), to: day('to') };
  return daysProblem(days) === '' ? days : latest;
}

/** Says what is wrong with chosen days; empty for right ones. */
export function daysProblem({ from, to }: PaymentsDays): string {
  if (!isDay(from)) return 'Choose the first day.';
  if (!isDay(to)) return 'Choose the last day.';
  return from > to ? 'The last day is before the first one.' : '';
}

/** Returns the address of the page with these days. */
export const paymentsHref = ({ from, to }: PaymentsDays): string => filterHref(PAYMENTS_PATH, { from, to });
