import { formatAmount } from './format-amount.ts';
import type { Terms } from './prices.ts';

/** `$20.00 USD per month`. */
export const priceWords = ({ cents, currency, interval }: Terms): string =>
  `${formatAmount(cents, currency)} ${currency} per ${interval}`;
