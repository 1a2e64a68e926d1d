import { z } from 'zod';

/**
 * `pending`: approved, and not yet confirmed by the provider. `past_due`: a payment failed, and the provider
 * retries it. `cancelled`: no further payment, open until `accessUntil`. `refused`: the payer paid for
 * another plan than ours, and the site stopped it. After `expired`, `refunded`, `disputed` and `refused`, the
 * reader may subscribe again.
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
  /** Time of the next payment; null when there is none. */
  nextPaymentAt: z.string().nullable(),
  /** End of the paid time, until which a cancelled subscription stays open; null when it has passed. */
  paidUntil: z.string().nullable(),
  /** End of the access to premium content; null without access. */
  accessUntil: z.string().nullable(),
  /** The reader can undo the cancellation. */
  canUndo: z.boolean(),
  /** A test payment: no money moves. */
  isTest: z.boolean(),
  /** The price at the checkout. A later price does not change it. */
  price: Price,
});
export type Subscription = z.infer<typeof Subscription>;

/** The site's payment provider; `off`: none. */
export const Payments = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('paypal'),
    clientId: z.string(),
    /** Origin of the payment script, if it is not PayPal's. */
    scriptOrigin: z.string().nullable(),
    environment: z.enum(['production', 'sandbox']),
  }),
  z.object({ provider: z.literal('sandbox') }),
  z.object({ provider: z.literal('off') }),
]);
export type Payments = z.infer<typeof Payments>;

export const OwnSubscription = z.object({
  payments: Payments,
  /** Prices of a new subscription: by month, and by year if a yearly plan exists. */
  plans: z.array(Price),
  /**
   * Subscription of the user, or of a browser without an account: one with access, else a pending one, else
   * the latest.
   */
  subscription: Subscription.nullable(),
  /** Whether a subscription that was paid in this browser waits for an account. */
  waitsForAccount: z.boolean(),
  /** End of granted access; null without a grant, and for one without an end. */
  grantedUntil: z.string().nullable(),
  grantedForever: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

/** The payment provider's id of a subscription. */
export const ProviderId = z.string().regex(/^[\w-]{1,100}$/, 'This is not a subscription ID');
