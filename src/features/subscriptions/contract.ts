import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { EmailAddress } from '../signups/contract.ts';

/** The one plan (specification, section 9): taken every month, in US dollars. */
export const PLAN = { price: '20.00', currency: 'USD', cents: 2000 } as const;

/**
 * `pending`: approved, and not yet confirmed by the provider. `past_due`: a payment failed, and is tried again.
 * `cancelled`: no further payment, open until `accessUntil`. `refused`: what was paid is not our plan; stopped.
 * After `expired`, `refunded`, `disputed` and `refused` one may subscribe again.
 */
export const SubscriptionStatus = z.enum([
  'pending',
  'active',
  'past_due',
  'cancelled',
  'expired',
  'refunded',
  'disputed',
  'refused',
]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** A reader's subscription as they see it. Instants are ISO 8601 in UTC. */
export const Subscription = z.object({
  status: SubscriptionStatus,
  /** When the next payment is taken; null when none will be. */
  nextPaymentAt: z.string().nullable(),
  /** Until when it opens premium content; null: it does not, now. */
  accessUntil: z.string().nullable(),
  /** The cancellation can be taken back. */
  canUndo: z.boolean(),
  /** A test payment: no money moves. */
  isTest: z.boolean(),
});
export type Subscription = z.infer<typeof Subscription>;

/** How payment is taken here; `off`: not at all. */
export const Payments = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('paypal'),
    clientId: z.string(),
    /** Where the payment script comes from, when that is not PayPal itself. */
    scriptOrigin: z.string().nullable(),
    environment: z.enum(['production', 'sandbox']),
  }),
  z.object({ provider: z.literal('sandbox') }),
  z.object({ provider: z.literal('off') }),
]);
export type Payments = z.infer<typeof Payments>;

export const OwnSubscription = z.object({
  payments: Payments,
  /** The latest one of this user, or of this browser when nobody is signed in. */
  subscription: Subscription.nullable(),
  /** Paid for in this browser, and waiting for an account. */
  waitsForAccount: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription',
  summary: 'How payment is taken here, and the subscription of this reader',
  access: 'anyone',
  answers: { 200: OwnSubscription },
});

export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/subscription/checkout',
  summary:
    'Begin to pay, or go on with what was begun: the provider’s subscription, not yet approved. 409 when there is a subscription already',
  access: 'anyone',
  body: z.object({
    /** A visitor's address: an account that proves it may claim the subscription. */
    email: EmailAddress.optional(),
  }),
  answers: { 201: z.object({ subscriptionId: z.string(), approveUrl: z.string() }) },
});

const ProviderId = z.string().regex(/^[\w-]{1,100}$/, 'This is not the id of a subscription');

export const activate = endpoint({
  method: 'POST',
  path: '/api/subscribe',
  summary:
    'Report an approved payment. Nothing that is said here is believed: the provider is asked. 202: it has not confirmed yet',
  access: 'anyone',
  body: z.object({ subscriptionId: ProviderId, status: z.string().optional(), email: z.string().optional() }),
  answers: { 200: Subscription, 202: Subscription },
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/cancel',
  summary: 'No further payment; premium content stays open until what is paid for ends',
  access: 'anyone',
  answers: { 200: Subscription },
});

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/resume',
  summary: 'Take a cancellation back while the paid time runs',
  access: 'anyone',
  answers: { 200: Subscription },
});

export const paypalWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/paypal',
  summary: 'PayPal’s notices, proven by their signature',
  access: 'anyone',
  csrf: 'none',
  answers: { 200: z.object({ received: z.literal(true) }) },
});

/* The sandbox: served only where payments are tests. */

export const approveTestPayment = endpoint({
  method: 'POST',
  path: '/api/sandbox-payments/:id/approve',
  summary: 'Sandbox only: what a person does at the payment provider',
  access: 'anyone',
  params: z.object({ id: ProviderId }),
  answers: { 204: null },
});
