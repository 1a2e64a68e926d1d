import { z } from 'zod';

/**
 * `pending`: approved, and not yet confirmed by the provider. `past_due`: a payment failed, and is tried
 * again. `cancelled`: no further payment, open until `accessUntil`. `refused`: what was paid is not our plan;
 * stopped. After `expired`, `refunded`, `disputed` and `refused` one may subscribe again.
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

/** Price and interval of a subscription. */
export const Price = z.object({
  cents: z.number(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
});

/** A reader's subscription as they see it. Instants are ISO 8601 in UTC. */
export const Subscription = z.object({
  status: SubscriptionStatus,
  /** Time of the next payment; null: there is none. */
  nextPaymentAt: z.string().nullable(),
  /** End of the paid time, until which a cancelled subscription stays open; null: it is over. */
  paidUntil: z.string().nullable(),
  /** End of the access to premium content; null: it gives none now. */
  accessUntil: z.string().nullable(),
  /** The cancellation can be taken back. */
  canUndo: z.boolean(),
  /** A test payment: no money moves. */
  isTest: z.boolean(),
  /** The price for which it was made: a later price does not change it. */
  price: Price,
});
export type Subscription = z.infer<typeof Subscription>;

/** The site's way of taking payments; `off`: none. */
export const Payments = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('paypal'),
    clientId: z.string(),
    /** Origin of the payment script, when that is not PayPal itself. */
    scriptOrigin: z.string().nullable(),
    environment: z.enum(['production', 'sandbox']),
  }),
  z.object({ provider: z.literal('sandbox') }),
  z.object({ provider: z.literal('off') }),
]);
export type Payments = z.infer<typeof Payments>;

export const OwnSubscription = z.object({
  payments: Payments,
  /** Prices of a new subscription: by month, and by year where there is such a plan. */
  plans: z.array(Price),
  /** Subscription of the user, or of a browser without one: with access, else pending, else the latest. */
  subscription: Subscription.nullable(),
  /** Whether a subscription that was paid in this browser waits for an account. */
  waitsForAccount: z.boolean(),
  /** End of the access that was given to the user, beside what they pay; null: none, or without an end. */
  grantedUntil: z.string().nullable(),
  grantedForever: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** The payment provider's id of a subscription. */
export const ProviderId = z.string().regex(/^[\w-]{1,100}$/, 'This is not a subscription ID');
