import type { ProviderSubscription } from '#features/subscriptions/server/provider.ts';
import { addPeriod, type KnownPayment } from '#features/subscriptions/server/state/payment-rules.ts';
import type { KnownSubscription } from '#features/subscriptions/server/state/subscription-state.ts';
import { FIRST_TERMS } from '#features/subscriptions/shared/prices.ts';
import { DAY, HOUR } from '#platform/text/time-units.ts';

/* Facts about a monthly subscription of $20.00 that was paid five days ago. */

export const NOW = Date.UTC(2026, 0, 10, 12);
export const PAID_AT = NOW - 5 * DAY;
export const NEXT = addPeriod(PAID_AT, 'month');

export const row = (given: Partial<KnownSubscription> = {}): KnownSubscription => ({
  reference: 'ours',
  terms: FIRST_TERMS,
  planId: 'P-1',
  status: 'active',
  intended: 'renew',
  activatedAt: PAID_AT,
  paidThrough: NEXT,
  createdAt: PAID_AT - HOUR,
  refundAfter: null,
  wasPaused: false,
  isClosed: false,
  refusedAction: null,
  actionFailures: 0,
  ...given,
});

export const agreement = (given: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'I-1',
  reference: 'ours',
  state: 'active',
  planId: 'P-1',
  hasPlanPrice: true,
  stateSince: null,
  nextPaymentAt: NEXT,
  lastPayment: { cents: 2000, currency: 'USD', at: PAID_AT },
  failedPayments: 0,
  lastFailedPaymentAt: null,
  payerEmail: null,
  otherTransactionIds: [],
  payments: [],
  ...given,
});

export const paid = (given: Partial<KnownPayment> = {}): KnownPayment => ({
  status: 'completed',
  cents: 2000,
  refundedCents: 0,
  paidAt: PAID_AT,
  undoneAt: null,
  isOurRefund: false,
  ...given,
});
