import { PLAN } from '../contract/calls.ts';
import type { SubscriptionRow } from './queries.ts';

/** What a subscription costs, and how often. */
export interface Terms {
  cents: number;
  currency: string;
  interval: 'month' | 'year';
}

/** The terms that a subscription was made for. */
export const termsOf = (_row: SubscriptionRow): Terms => ({
  cents: PLAN.cents,
  currency: PLAN.currency,
  interval: 'month',
});
