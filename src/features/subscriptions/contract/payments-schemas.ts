import { z } from 'zod';
import { Price } from './schemas.ts';

/** A payment, or money of one that went back: a refund, or a reversal by the provider or the bank. */
export const PaymentEntry = z.object({
  /** Unique among all entries. */
  key: z.string(),
  kind: z.enum(['payment', 'refund', 'reversal']),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** Negative for a refund and a reversal. */
  cents: z.number(),
  currency: z.string(),
  /** Present state of a payment. Refunds and reversals are completed. */
  state: z.enum(['completed', 'partly-refunded', 'refunded', 'reversed']),
  /** The member's address. Null: the account is deleted. */
  email: z.string().nullable(),
  /** Price of each period of the subscription. */
  price: Price,
  subscriptionId: z.number(),
  /** The provider's numbers of the subscription, of the payment, and of the refund or reversal. */
  subscription: z.string().nullable(),
  payment: z.string(),
  number: z.string().nullable(),
  provider: z.string(),
  /** A test payment: no money moved. */
  isTest: z.boolean(),
});
export type PaymentEntry = z.infer<typeof PaymentEntry>;

/** Sums of a month and currency, in cents. */
export const MonthSums = z.object({
  /** `2026-11`, in UTC. */
  month: z.string(),
  currency: z.string(),
  /** Sums of test payments are apart. */
  isTest: z.boolean(),
  payments: z.number(),
  paidCents: z.number(),
  refundedCents: z.number(),
  reversedCents: z.number(),
});
export type MonthSums = z.infer<typeof MonthSums>;
