import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { ProviderEvent } from '../provider.ts';
import { Cents, Instant } from './paypal-answers.ts';
import { type SignatureSetup, WebhookSignature } from './webhook-signature.ts';

/** What we ask PayPal to tell us; `npm run paypal` registers exactly these. */
export const WEBHOOK_EVENTS = [
  'BILLING.SUBSCRIPTION.CREATED',
  'BILLING.SUBSCRIPTION.ACTIVATED',
  'BILLING.SUBSCRIPTION.UPDATED',
  'BILLING.SUBSCRIPTION.EXPIRED',
  'BILLING.SUBSCRIPTION.CANCELLED',
  'BILLING.SUBSCRIPTION.SUSPENDED',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
  'PAYMENT.SALE.COMPLETED',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
] as const;

/**
 * The reader of PayPal's notices: null when the signature does not hold, or when what it signs is no event. Throws
 * `ProviderUnavailable` when that cannot be told now; PayPal delivers the notice again.
 */
export function paypalNoticeReader(setup: SignatureSetup) {
  const signature = new WebhookSignature(setup);
  return async function readPaypalNotice(
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<ProviderEvent | null> {
    return (await signature.isGenuine(headers, body)) ? readEvent(body) : null;
  };
}

const Event = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(200),
  create_time: Instant.optional(),
  resource: z.record(z.string(), z.unknown()).optional(),
});

const Agreement = z.object({ id: z.string(), custom_id: z.string().optional() });

/** A sale, or the refund of one, which names it in `sale_id`. */
const Sale = z.object({
  id: z.string(),
  sale_id: z.string().optional(),
  billing_agreement_id: z.string().optional(),
  custom: z.string().optional(),
});

const SaleAmount = z.object({
  amount: z.object({ total: Cents, currency: z.string() }),
  create_time: Instant.optional(),
});

const CHANGES = {
  'PAYMENT.SALE.COMPLETED': 'completed',
  'PAYMENT.SALE.REFUNDED': 'refunded',
  'PAYMENT.SALE.REVERSED': 'reversed',
} as const;

/** A notice's body as an event; null when it is none. An event of another kind tells of no payment. */
export function readEvent(body: Buffer): ProviderEvent | null {
  const event = Event.safeParse(parseJson(body));
  if (!event.success) return null;
  const { id, event_type: type, create_time, resource } = event.data;
  const bare = { id, type, subscriptionId: null, reference: null, payment: null };
  if (type.startsWith('BILLING.SUBSCRIPTION.')) {
    const agreement = Agreement.safeParse(resource).data;
    return { ...bare, subscriptionId: agreement?.id ?? null, reference: agreement?.custom_id ?? null };
  }
  const change = CHANGES[type as keyof typeof CHANGES];
  const sale = Sale.safeParse(resource).data;
  if (!change || !sale) return bare;
  const paid = SaleAmount.safeParse(resource).data;
  return {
    ...bare,
    subscriptionId: sale.billing_agreement_id ?? null,
    reference: sale.custom || null,
    payment: paid
      ? {
          id: sale.sale_id ?? sale.id,
          change,
          // What goes back may come with a minus.
          cents: Math.abs(paid.amount.total),
          currency: paid.amount.currency,
          at: paid.create_time ?? create_time ?? Date.now(),
        }
      : null,
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
