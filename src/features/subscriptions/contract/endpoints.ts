import { z } from 'zod';
import { EmailAddress } from '#features/signups/contract/schemas.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { MAX_CENTS } from '../shared/prices.ts';
import * as calls from './calls.ts';
import { CHECKOUTS, RECONCILIATIONS } from './rate-limits.ts';
import { OwnSubscription, Price, ProviderId, Subscription } from './schemas.ts';

export const getSubscription = endpoint(calls.getSubscription, {
  summary: 'How this site takes payments, and the reader’s subscription',
  answers: { 200: OwnSubscription },
});

export const startCheckout = endpoint(calls.startCheckout, {
  summary:
    'Start a checkout, or continue the one already started: the provider’s subscription, not yet ' +
    'approved. 409 when there is a subscription already, or `cents` is not the present price',
  limits: [CHECKOUTS],
  body: z.object({
    /** A visitor's address. An account that proves it may claim the subscription. */
    email: EmailAddress.optional(),
    /** Interval of payments. */
    interval: Price.shape.interval.default('month'),
    /** The price that the payer has seen. Any other price than the present one causes a conflict. */
    cents: z.number().int().positive().max(MAX_CENTS).default(calls.PLAN.cents),
  }),
  answers: { 201: z.object({ subscriptionId: z.string(), approveUrl: z.string(), price: Price }) },
});

export const activate = endpoint(calls.activate, {
  summary:
    'Report an approved payment. The server asks the provider and trusts nothing in the body. 202: not ' +
    'confirmed yet',
  limits: [RECONCILIATIONS],
  body: z.object({
    subscriptionId: ProviderId,
    /** Browsers send both, and the server ignores them. Unchecked: without an address, `email` is null. */
    status: z.unknown().optional(),
    email: z.unknown().optional(),
  }),
  answers: { 200: Subscription, 202: Subscription },
});

export const cancelSubscription = endpoint(calls.cancelSubscription, {
  summary: 'Cancel: no further payments. Premium content stays open until the paid time ends',
  limits: [RECONCILIATIONS],
  answers: { 200: Subscription },
});

export const resumeSubscription = endpoint(calls.resumeSubscription, {
  summary: 'Undo a cancellation during the paid time',
  limits: [RECONCILIATIONS],
  answers: { 200: Subscription },
});

export const paypalWebhook = endpoint(calls.paypalWebhook, {
  summary: 'PayPal’s notices, proven by their signature',
  answers: { 200: z.object({ received: z.literal(true) }) },
});

export const approveTestPayment = endpoint(calls.approveTestPayment, {
  summary: 'Sandbox only: what a person does at the payment provider',
  params: z.object({ id: ProviderId }),
  answers: { 204: null },
});
