import type { RateLimit, RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { HOUR } from '#platform/text/time-units.ts';

/** Each checkout calls the payment provider. */
export const CHECKOUTS: RequestLimit = {
  name: 'checkout',
  max: 30,
  window: HOUR,
  by: ['reader'],
};

/** Each call reconciles with the provider. Browsers that wait for a confirmation poll with a backoff. */
export const RECONCILIATIONS: RequestLimit = {
  name: 'subscription',
  max: 120,
  window: HOUR,
  by: ['reader'],
};

/** Reconciliations of one subscription, whatever causes them. Each makes two calls or more. */
export const SUBSCRIPTION_READS: RateLimit = { name: 'subscription-reads', max: 120, window: HOUR };

/** Each call of an administrator about a subscription asks the provider. */
export const MANAGED_CHECKS: RequestLimit = {
  name: 'managed-checks',
  max: 120,
  window: HOUR,
  by: ['reader'],
};

/** A limit, so that a stolen session cannot refund everything within minutes. */
export const REFUND_ORDERS: RequestLimit = {
  name: 'refund-orders',
  max: 60,
  window: HOUR,
  by: ['reader'],
};

/** Each may create plans at the payment provider, where they stay. */
export const PRICE_CHANGES: RequestLimit = {
  name: 'price-changes',
  max: 30,
  window: HOUR,
  by: ['reader'],
};
