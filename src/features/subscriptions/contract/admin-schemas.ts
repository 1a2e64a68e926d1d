import { z } from 'zod';
import { AuditEntry } from '#features/audit-log/contract/schemas.ts';
import { MAX_CENTS, MIN_CENTS } from '../shared/prices.ts';
import { Price, SubscriptionStatus } from './schemas.ts';

/**
 * `failed`: a renewal failed, and the provider retries it. `canceled`: no further payment, open until a date.
 * `ended`: no access. `pending`: the provider is confirming a first payment.
 */
export const ManagedState = z.enum(['active', 'failed', 'canceled', 'ended', 'pending']);
export type ManagedState = z.infer<typeof ManagedState>;

/** `next`: by next date, ended ones last. `newest`: by checkout, the latest first. */
export const ManagedOrder = z.enum(['next', 'newest']);
export type ManagedOrder = z.infer<typeof ManagedOrder>;

const Money = z.object({ cents: z.number(), currency: z.string() });

/** A subscription in the administrator's list. Instants are ISO 8601 in UTC. */
export const ManagedSubscription = z.object({
  id: z.number(),
  /** The account; null for a browser without one, and after the account's deletion. */
  userId: z.number().nullable(),
  name: z.string().nullable(),
  /** The account's address, or the one given at the checkout. */
  email: z.string().nullable(),
  state: ManagedState,
  status: SubscriptionStatus,
  /** An administrator ended it at once. */
  closedAt: z.string().nullable(),
  /** The payer disputes a payment with the provider, which has not decided yet. */
  hasDispute: z.boolean(),
  /** Price of each period. */
  price: Price,
  provider: z.string(),
  /** The provider's number of the subscription. */
  number: z.string().nullable(),
  startedAt: z.string(),
  nextPaymentAt: z.string().nullable(),
  paidUntil: z.string().nullable(),
  /** End of the access, also a past one; null: access never opened, or an administrator ended it. */
  accessUntil: z.string().nullable(),
  lastPayment: Money.extend({ at: z.string() }).nullable(),
});
export type ManagedSubscription = z.infer<typeof ManagedSubscription>;

/** A payment, as it can be refunded. */
export const ManagedPayment = z.object({
  id: z.number(),
  /** The provider's number. */
  number: z.string(),
  status: z.enum(['completed', 'refunded', 'reversed']),
  cents: z.number().nullable(),
  currency: z.string(),
  paidAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  refundedCents: z.number(),
  /** Refunds that the provider has not confirmed yet. */
  dueCents: z.number(),
  /** A full refund ends access. */
  endsAccess: z.boolean(),
});
export type ManagedPayment = z.infer<typeof ManagedPayment>;

/** `due`: the provider has not answered yet. `refused`: the provider will not refund, see `error`. */
export const RefundStatus = z.enum(['due', 'done', 'refused', 'dismissed']);

export const ManagedRefund = z.object({
  id: z.number(),
  paymentId: z.number(),
  cents: z.number(),
  currency: z.string(),
  status: RefundStatus,
  reason: z.string(),
  /** Null: a deleted account. */
  author: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  error: z.string().nullable(),
});
export type ManagedRefund = z.infer<typeof ManagedRefund>;

/** A subscription's page. Lists have the newest first. */
export const ManagedDetails = ManagedSubscription.extend({
  /** Time of the last query to the provider. */
  checkedAt: z.string(),
  nextCheckAt: z.string().nullable(),
  canCancel: z.boolean(),
  canResume: z.boolean(),
  canEnd: z.boolean(),
  payments: z.array(ManagedPayment),
  refunds: z.array(ManagedRefund),
  /** Webhook events of the provider, except those about payments. */
  notices: z.array(z.object({ id: z.number(), type: z.string(), at: z.string() })),
  /** Actions of administrators. */
  changes: z.array(AuditEntry),
});
export type ManagedDetails = z.infer<typeof ManagedDetails>;

const PriceCents = (name: string) => {
  const rule = `${name} from $1.00 to $9,999.99`;
  return z
    .number({ error: `Enter ${rule}` })
    .int(`Enter ${rule}`)
    .min(MIN_CENTS, `Enter ${rule}`)
    .max(MAX_CENTS, `Enter ${rule}`);
};

/** Prices of new subscriptions, in cents of US dollars. */
export const Prices = z.object({
  monthlyCents: PriceCents('a price'),
  /** Null: there is no yearly plan. */
  yearlyCents: PriceCents('a yearly price').nullable(),
});
export type Prices = z.infer<typeof Prices>;

const Month = z.object({
  /** `2026-11`, in UTC. */
  month: z.string(),
  began: z.number(),
  ended: z.number(),
  /** Payments of the month less their refunds, in cents. */
  receivedCents: z.number(),
});

/** Sums over all subscriptions, counted in the background. */
export const SubscriptionTotals = z.object({
  countedAt: z.string(),
  currency: z.string(),
  states: z.object({
    active: z.number(),
    failed: z.number(),
    canceled: z.number(),
    ended: z.number(),
    pending: z.number(),
  }),
  /** Number of paying subscriptions with a yearly price. */
  yearly: z.number(),
  /** The present month first. */
  months: z.array(Month),
});
export type SubscriptionTotals = z.infer<typeof SubscriptionTotals>;
