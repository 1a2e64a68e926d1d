import type { Call } from '#platform/http/contract/call.ts';

/* The calls of administrators about the subscriptions of others. */

/** Longest search text: an email address. */
export const MAX_SEARCH = 254;
/** Longest reason of a refund. */
export const MAX_REASON = 200;

export const listSubscriptions = {
  method: 'GET',
  path: '/api/subscriptions',
  access: 'admin',
} as const satisfies Call;

export const exportSubscriptions = {
  method: 'GET',
  path: '/api/subscriptions.csv',
  access: 'admin',
} as const satisfies Call;

export const subscriptionTotals = {
  method: 'GET',
  path: '/api/subscriptions/totals',
  access: 'admin',
} as const satisfies Call;

export const getPrices = {
  method: 'GET',
  path: '/api/subscriptions/price',
  access: 'admin',
} as const satisfies Call;

export const changePrices = {
  method: 'PUT',
  path: '/api/subscriptions/price',
  access: 'admin',
} as const satisfies Call;

export const getManagedSubscription = {
  method: 'GET',
  path: '/api/subscriptions/:id',
  access: 'admin',
} as const satisfies Call;

export const checkSubscription = {
  method: 'POST',
  path: '/api/subscriptions/:id/check',
  access: 'admin',
} as const satisfies Call;

export const endSubscription = {
  method: 'POST',
  path: '/api/subscriptions/:id/cancel',
  access: 'admin',
} as const satisfies Call;

export const continueSubscription = {
  method: 'POST',
  path: '/api/subscriptions/:id/resume',
  access: 'admin',
} as const satisfies Call;

export const refundPayment = {
  method: 'POST',
  path: '/api/subscriptions/:id/refunds',
  access: 'admin',
} as const satisfies Call;

export const retryRefund = {
  method: 'POST',
  path: '/api/subscriptions/:id/refunds/again',
  access: 'admin',
} as const satisfies Call;
