import type { Prices } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { priceWords } from '#features/subscriptions/shared/price-words.ts';
import { MAX_CENTS, MIN_CENTS, priceSetting, type Terms } from '#features/subscriptions/shared/prices.ts';
import { many } from '#platform/web/counts.ts';
import { readAmount } from '../refund-rules.ts';

/** Contents of the form's fields. */
export interface TypedPrices {
  monthly: string;
  hasYearly: boolean;
  yearly: string;
}

const CURRENCY = 'USD';

export const toTyped = ({ monthlyCents, yearlyCents }: Prices): TypedPrices => ({
  monthly: priceSetting(monthlyCents),
  hasYearly: yearlyCents !== null,
  yearly: yearlyCents === null ? '' : priceSetting(yearlyCents),
});

/** Returns the error of a typed price; undefined for a valid one. */
export function priceError(text: string): string | undefined {
  const cents = readAmount(text);
  if (cents === null) return 'Enter a price such as 20.00.';
  const [least, most] = [MIN_CENTS, MAX_CENTS].map((limit) => formatAmount(limit, CURRENCY));
  return cents < MIN_CENTS || cents > MAX_CENTS ? `Enter a price from ${least} to ${most}.` : undefined;
}

/** Parses the typed prices; null while one is invalid. */
export function readTyped({ monthly, hasYearly, yearly }: TypedPrices): Prices | null {
  if (priceError(monthly) || (hasYearly && priceError(yearly))) return null;
  return { monthlyCents: readAmount(monthly) ?? 0, yearlyCents: hasYearly ? readAmount(yearly) : null };
}

export const isSamePrice = (a: Prices, b: Prices): boolean =>
  a.monthlyCents === b.monthlyCents && a.yearlyCents === b.yearlyCents;

/** `$20.00 USD per month or $200.00 USD per year`. */
export function pricesWords({ monthlyCents, yearlyCents }: Prices): string {
  const month: Terms = { cents: monthlyCents, currency: CURRENCY, interval: 'month' };
  if (yearlyCents === null) return priceWords(month);
  const year: Terms = { cents: yearlyCents, currency: CURRENCY, interval: 'year' };
  return `${priceWords(month)} or ${priceWords(year)}`;
}

/** Compares the yearly price with twelve monthly ones; undefined while one of both is invalid. */
export function yearlyHint(typed: TypedPrices): string | undefined {
  const prices = readTyped(typed);
  if (prices === null || prices.yearlyCents === null) return undefined;
  const { monthlyCents, yearlyCents } = prices;
  const twelve = 12 * monthlyCents;
  const each = `That is ${formatAmount(Math.round(yearlyCents / 12), CURRENCY)} a month`;
  if (yearlyCents === twelve) return `${each}, as much as the monthly price.`;
  const percent = Math.round((100 * Math.abs(twelve - yearlyCents)) / twelve);
  return `${each}, ${percent}% ${yearlyCents < twelve ? 'less' : 'more'} than the monthly price.`;
}

/** Describes the people affected by a change. `subscribers`: undefined until they are counted. */
export function effectOf(subscribers: number | undefined): string {
  if (subscribers === 0) return 'Nobody has a subscription yet.';
  if (subscribers === undefined) return 'Existing subscribers keep their price.';
  return subscribers === 1
    ? 'The 1 existing subscriber keeps their price.'
    : `The ${many(subscribers, 'existing subscriber')} keep their price.`;
}
