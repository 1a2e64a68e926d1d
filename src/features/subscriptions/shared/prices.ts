import { PLAN } from '../contract/calls.ts';

/** Price and interval of a subscription. */
export interface Terms {
  cents: number;
  currency: string;
  interval: 'month' | 'year';
}

/** Terms of the configured plan, and of subscriptions without terms of their own. */
export const FIRST_TERMS: Terms = { cents: PLAN.cents, currency: PLAN.currency, interval: 'month' };

/** Keys of the settings with the prices of new subscriptions. */
export const PRICE = 'subscription.price';
/** `off`: there is no yearly plan. */
export const YEARLY_PRICE = 'subscription.yearly-price';
export const NO_PLAN = 'off';

/** Limits of a price. Below the first one, PayPal's fixed fee takes most of a payment. */
export const MIN_CENTS = 100;
export const MAX_CENTS = 999_999;

const PRICE_RULE = 'Use a price from 1.00 to 9999.99 with two decimals, such as 20.00';

/** Reads a setting's price in cents; null for another text, such as `off`. */
function priceOf(value: string): number | null {
  if (!/^[1-9]\d{0,3}\.\d\d$/.test(value)) return null;
  return Number(value.replace('.', ''));
}

/** Writes cents as a setting's price: `20.00`. */
export const priceSetting = (cents: number): string => (cents / 100).toFixed(2);

/** Error message for the value of a price setting; undefined for a right one and for other keys. */
export function priceProblem(key: string, value: string): string | undefined {
  const isRight = priceOf(value) !== null || (key === YEARLY_PRICE && value === NO_PLAN);
  if ((key !== PRICE && key !== YEARLY_PRICE) || isRight) return undefined;
  return key === PRICE ? PRICE_RULE : `${PRICE_RULE}, or off`;
}

/** Plans by the settings, monthly first: what a page shows before the server's plans are there. */
export function plansOf(price: string, yearlyPrice: string): Terms[] {
  const yearly = priceOf(yearlyPrice);
  const month: Terms = { cents: priceOf(price) ?? PLAN.cents, currency: PLAN.currency, interval: 'month' };
  return yearly === null ? [month] : [month, { cents: yearly, currency: PLAN.currency, interval: 'year' }];
}
