import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { PLAN } from '../../contract/calls.ts';
import type { EventPayment, ProviderEvent } from '../provider.ts';
import { Cents, Instant, Money, parseBody } from './paypal-schemas.ts';
import { type SignatureSetup, WebhookSignature } from './webhook-signature.ts';

/** Types of webhook events to subscribe to; `npm run paypal` registers exactly these. */
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
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;

/**
 * Creates the reader of PayPal's webhook events. It returns null for a wrong signature or a body that is not
 * an event, and throws `ProviderUnavailable` when it cannot fetch the certificate; PayPal then delivers the
 * event again.
 */
export function paypalEventReader(setup: SignatureSetup) {
  const signature = new WebhookSignature(setup);
  return async function readPaypalEvent(
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<ProviderEvent | null> {
    return (await signature.isGenuine(headers, body)) ? readEvent(body) : null;
  };
}

const Event = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(200),
  // The simulator's signed samples have the date 2018-19-12. An invalid date is no reason to refuse an event.
  create_time: Instant.optional().catch(undefined),
  resource: z.record(z.string(), z.unknown()).optional(),
});

const Agreement = z.object({ id: z.string(), custom_id: z.string().optional() });

/** A sale, or the refund of one. PayPal's samples name the sale in `sale_id`, in a link, or not at all. */
const Sale = z.object({
  id: z.string(),
  sale_id: z.string().optional(),
  billing_agreement_id: z.string().optional(),
  custom: z.string().optional(),
  links: z
    .array(z.object({ rel: z.string(), href: z.string() }))
    .optional()
    .catch(undefined),
});
type Sale = z.infer<typeof Sale>;

const SaleAmount = z.object({
  state: z.string().optional(),
  amount: z.object({ total: Cents, currency: z.string() }),
  create_time: Instant.optional().catch(undefined),
});

const Dispute = z.object({
  dispute_id: z.string(),
  status: z.string().optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional() }))
    .optional()
    .catch(undefined),
  dispute_amount: Money.optional().catch(undefined),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: Money.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const CHANGES = {
  'PAYMENT.SALE.COMPLETED': 'completed',
  'PAYMENT.SALE.REFUNDED': 'refunded',
  'PAYMENT.SALE.REVERSED': 'reversed',
} as const;
/**
 * Outcomes that give the money to the buyer. Other outcomes, even a refund paid by PayPal, leave it with the
 * seller.
 */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

/** Parses a body; null when it is not an event. Events of other types have no payment. */
export function readEvent(body: Buffer): ProviderEvent | null {
  const event = Event.safeParse(parseBody(body.toString('utf8')));
  if (!event.success) return null;
  const { id, event_type: type, create_time: at = Date.now(), resource } = event.data;
  const bare = { id, type, subscriptionId: null, reference: null, payment: null };
  if (type.startsWith('BILLING.SUBSCRIPTION.')) {
    const agreement = Agreement.safeParse(resource).data;
    return { ...bare, subscriptionId: agreement?.id ?? null, reference: agreement?.custom_id ?? null };
  }
  if (type.startsWith('CUSTOMER.DISPUTE.')) return { ...bare, payment: disputeOf(resource, at) };
  const sale = Sale.safeParse(resource).data;
  if (!(type in CHANGES) || !sale) return bare;
  return {
    ...bare,
    subscriptionId: sale.billing_agreement_id ?? null,
    reference: sale.custom || null,
    payment: saleOf(CHANGES[type as keyof typeof CHANGES], sale, resource, at),
  };
}

function saleOf(
  change: 'completed' | 'refunded' | 'reversed',
  sale: Sale,
  resource: unknown,
  toldAt: number,
): EventPayment | null {
  const { state, amount, create_time: at = toldAt } = SaleAmount.safeParse(resource).data ?? {};
  // A payment of unknown amount, or one that is still pending, counts only once it is listed as completed. A
  // refund always counts.
  if (change === 'completed' && (amount === undefined || state === 'pending')) return null;
  const isRefund = change !== 'completed';
  const saleId = isRefund ? (sale.sale_id ?? linkedSale(sale)) : sale.id;
  return {
    ids: saleId === undefined ? [] : [saleId],
    refundId: isRefund && sale.id !== saleId ? sale.id : null,
    disputeId: null,
    change,
    // Refunds may have a negative amount.
    cents: amount === undefined ? null : Math.abs(amount.total),
    currency: amount?.currency ?? PLAN.currency,
    at,
  };
}

/** Returns the sale in a refund's links. A reversal with the id of the sale links to itself. */
function linkedSale({ links = [] }: Sale): string | undefined {
  for (const { href } of links) {
    const id = /\/v1\/payments\/sale\/([\w-]{1,50})$/.exec(href)?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

function disputeOf(resource: unknown, at: number): EventPayment | null {
  const dispute = Dispute.safeParse(resource).data;
  if (!dispute) return null;
  const { dispute_id, status, disputed_transactions = [], dispute_amount, dispute_outcome } = dispute;
  const isLost = LOST.has(dispute_outcome?.outcome_code ?? '');
  const amount = dispute_outcome?.amount_refunded ?? dispute_amount;
  return {
    ids: disputed_transactions.flatMap(({ seller_transaction_id: id }) => id ?? []),
    refundId: null,
    disputeId: dispute_id,
    change: status !== 'RESOLVED' ? 'disputed' : isLost ? 'lost' : 'closed',
    cents: amount?.value ?? null,
    currency: amount?.currency_code ?? PLAN.currency,
    at,
  };
}
