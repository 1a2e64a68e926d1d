import type { Call } from '#platform/http/contract/call.ts';

/* The calls of administrators about all payments, for the accounts. */

export const listPayments = {
  method: 'GET',
  path: '/api/payments',
  access: 'admin',
} as const satisfies Call;

export const exportPayments = {
  method: 'GET',
  path: '/api/payments.csv',
  access: 'admin',
} as const satisfies Call;

export const sumPayments = {
  method: 'GET',
  path: '/api/payments/sums',
  access: 'admin',
} as const satisfies Call;
