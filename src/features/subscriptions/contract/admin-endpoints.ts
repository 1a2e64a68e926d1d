import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, LastChange, PartSize, text } from '#platform/http/contract/fields.ts';
import * as calls from './admin-calls.ts';
import {
  ManagedDetails,
  ManagedOrder,
  ManagedState,
  ManagedSubscription,
  Prices,
  RefundStatus,
  SubscriptionTotals,
} from './admin-schemas.ts';
import { MANAGED_CHECKS, PRICE_CHANGES, REFUND_ORDERS } from './rate-limits.ts';

const filter = {
  /** A part of the name or the address, or the whole number of a subscription or payment. */
  search: text(calls.MAX_SEARCH).optional(),
  state: ManagedState.optional(),
  order: ManagedOrder.default('next'),
};

export const listSubscriptions = endpoint(calls.listSubscriptions, {
  summary:
    'All subscriptions, with what comes next. Where there are more, the `X-Next-Cursor` header carries the ' +
    '`cursor` of the next part',
  mayBeOld: true,
  query: z.object({
    ...filter,
    limit: PartSize(200).default(50),
    cursor: z
      .string()
      .regex(/^[012]\.\d{1,15}\.\d{1,15}$/, 'This cursor is not valid')
      .optional(),
  }),
  answers: { 200: z.array(ManagedSubscription) },
});

export const exportSubscriptions = endpoint(calls.exportSubscriptions, {
  summary: 'The same list as a table for spreadsheets, the newest first',
  mayBeOld: true,
  query: z.object(filter),
  gives: 'text/csv',
  answers: { 200: z.string() },
});

export const subscriptionTotals = endpoint(calls.subscriptionTotals, {
  summary: 'How many pay, what came in, month by month. Counted once a minute',
  answers: { 200: SubscriptionTotals },
});

export const getPrices = endpoint(calls.getPrices, {
  summary: 'What a new subscription costs',
  answers: { 200: Prices },
});

export const changePrices = endpoint(calls.changePrices, {
  summary:
    'Change what a new subscription costs. Existing subscribers keep their price. 409 when the prices are ' +
    'others than `basedOn`',
  limits: [PRICE_CHANGES],
  body: Prices.extend({
    /** The prices that the caller's page showed. */
    basedOn: z.object({ monthlyCents: z.number(), yearlyCents: z.number().nullable() }),
  }),
  answers: { 200: Prices },
});

export const getManagedSubscription = endpoint(calls.getManagedSubscription, {
  summary: 'A subscription with its payments, refunds and history',
  params: ById,
  answers: { 200: ManagedDetails },
});

export const checkSubscription = endpoint(calls.checkSubscription, {
  summary: 'Ask the payment provider for the present state of a subscription now',
  limits: [MANAGED_CHECKS],
  params: ById,
  answers: { 200: ManagedDetails },
});

export const endSubscription = endpoint(calls.endSubscription, {
  summary: 'Cancel at the end of the paid time, which can be undone, or end access at once',
  limits: [MANAGED_CHECKS],
  params: ById,
  body: z.object({ when: z.enum(['period-end', 'now']), lastChange: LastChange }),
  answers: { 200: ManagedDetails },
});

export const continueSubscription = endpoint(calls.continueSubscription, {
  summary: 'Undo a cancellation during the paid time',
  limits: [MANAGED_CHECKS],
  params: ById,
  body: z.object({ lastChange: LastChange }),
  answers: { 200: ManagedDetails },
});

export const refundPayment = endpoint(calls.refundPayment, {
  summary:
    'Refund a payment in full or in part, once for each `key`. 409 when another sum than ' +
    '`refundedCents` is refunded by now',
  limits: [REFUND_ORDERS],
  params: ById,
  body: z.object({
    paymentId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    cents: z.number().int().positive('Enter an amount').max(100_000_000),
    /** Idempotency key: one for each opened form. */
    key: z.string().regex(/^[\w-]{16,36}$/, 'This is not a key'),
    /** Cents refunded or due when the caller's page read the payment. */
    refundedCents: z.number().int().min(0).max(100_000_000),
    reason: text(calls.MAX_REASON).default(''),
  }),
  answers: { 200: z.object({ status: RefundStatus, subscription: ManagedDetails }) },
});

export const retryRefund = endpoint(calls.retryRefund, {
  summary:
    'Give a refund again that the provider refused, or that waits. It goes back once, however often this ' +
    'is called. 409 when the payment was refunded otherwise since',
  limits: [REFUND_ORDERS],
  params: ById,
  body: z.object({
    kind: z.enum(['refund', 'admin-refund']),
    refund: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  }),
  answers: { 200: z.object({ status: RefundStatus, subscription: ManagedDetails }) },
});
