import type { Call } from '#platform/http/contract/call.ts';

/** Default price of a month (specification, section 9), also of subscriptions without terms of their own. */
export const PLAN = { price: '20.00', currency: 'USD', cents: 2000 } as const;

export const getSubscription = {
  method: 'GET',
  path: '/api/subscription',
  access: 'anyone',
} as const satisfies Call;

export const startCheckout = {
  method: 'POST',
  path: '/api/subscription/checkout',
  access: 'anyone',
} as const satisfies Call;

export const activate = {
  method: 'POST',
  path: '/api/subscribe',
  access: 'anyone',
} as const satisfies Call;

export const cancelSubscription = {
  method: 'POST',
  path: '/api/subscription/cancel',
  access: 'anyone',
} as const satisfies Call;

export const resumeSubscription = {
  method: 'POST',
  path: '/api/subscription/resume',
  access: 'anyone',
} as const satisfies Call;

export const paypalWebhook = {
  method: 'POST',
  path: '/api/webhooks/paypal',
  access: 'anyone',
  csrf: 'none',
} as const satisfies Call;

/** Served only with the sandbox provider. */
export const approveTestPayment = {
  method: 'POST',
  path: '/api/sandbox-payments/:id/approve',
  access: 'anyone',
} as const satisfies Call;
