import type { PeerPayment, PeerSubscription } from './peer-state.ts';

/* The peer's state in the formats of PayPal's responses and notices. */

/** Formats a timestamp without fractions of a second, as PayPal does. */
export const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');

/**
 * Describes a subscription in PayPal's format, including the personal data that PayPal always sends.
 * `namesFailure`: the call requested `fields=last_failed_payment`.
 */
export function describe(
  subscription: PeerSubscription,
  { namesFailure = false } = {},
): Record<string, unknown> {
  const { payments, lastFailure, failedPayments } = subscription;
  const last = payments.filter(({ status }) => status !== 'DECLINED').at(-1);
  return {
    id: subscription.id,
    status: subscription.status,
    status_update_time: iso(subscription.statusAt),
    plan_id: subscription.planId,
    quantity: subscription.quantity,
    plan_overridden: subscription.planOverridden,
    custom_id: subscription.customId,
    start_time: iso(subscription.createdAt),
    create_time: iso(subscription.createdAt),
    subscriber: { name: { given_name: 'Ada', surname: 'Payer' }, email_address: 'ada@payer.example' },
    ...(payments.length > 0 || lastFailure || failedPayments > 0 || subscription.status === 'ACTIVE'
      ? { billing_info: billingInfo(subscription, last, namesFailure) }
      : {}),
  };
}

function billingInfo(subscription: PeerSubscription, last: PeerPayment | undefined, namesFailure: boolean) {
  const { lastFailure, failedPayments, payments, nextBillingAt } = subscription;
  return {
    outstanding_balance: { currency_code: 'USD', value: '0.0' },
    failed_payments_count: failedPayments,
    cycle_executions: [
      {
        tenure_type: 'REGULAR',
        sequence: 1,
        cycles_completed: payments.length,
        cycles_remaining: 0,
        current_pricing_scheme_version: 1,
        total_cycles: 0,
      },
    ],
    // PayPal omits the last zero in this field.
    ...(last
      ? {
          last_payment: {
            amount: { currency_code: last.currency, value: last.value.replace(/(\.\d)0$/, '$1') },
            time: iso(last.at),
          },
        }
      : {}),
    ...(subscription.status === 'ACTIVE' && nextBillingAt ? { next_billing_time: iso(nextBillingAt) } : {}),
    ...(namesFailure && lastFailure
      ? {
          last_failed_payment: {
            amount: { currency_code: 'USD', value: last?.value ?? '20.0' },
            time: iso(lastFailure.at),
            reason_code: 'PAYMENT_DENIED',
            ...(lastFailure.retryAt ? { next_payment_retry_time: iso(lastFailure.retryAt) } : {}),
          },
        }
      : {}),
  };
}

/** Describes a sale, as in `PAYMENT.SALE.COMPLETED` and `GET /v1/payments/sale/{id}`. */
export const describeSale = ({ id, customId }: PeerSubscription, payment: PeerPayment, url: string) => ({
  id: payment.id,
  state: SALE_STATES[payment.status],
  amount: { total: payment.value, currency: payment.currency, details: { subtotal: payment.value } },
  payment_mode: 'INSTANT_TRANSFER',
  protection_eligibility: 'ELIGIBLE',
  protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
  transaction_fee: { value: '0.99', currency: payment.currency },
  billing_agreement_id: id,
  ...(customId === undefined ? {} : { custom: customId }),
  create_time: iso(payment.at),
  update_time: iso(payment.at),
  links: [
    { href: `${url}/v1/payments/sale/${payment.id}`, rel: 'self', method: 'GET' },
    { href: `${url}/v1/payments/sale/${payment.id}/refund`, rel: 'refund', method: 'POST' },
  ],
});

const SALE_STATES = {
  COMPLETED: 'completed',
  HELD: 'pending',
  PENDING: 'pending',
  DECLINED: 'denied',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
  REVERSED: 'refunded',
} as const;

/**
 * Describes a refund or reversal as in a notice: negative, with its own id. PayPal's signed sample of
 * `PAYMENT.SALE.REVERSED` has no `sale_id`, and some of `PAYMENT.SALE.REFUNDED` have none.
 */
export const describeRefund = (
  id: string,
  { payment, value, at, url }: { payment: PeerPayment; value: string; at: number; url: string },
  namesSale: boolean,
) => ({
  id,
  ...(namesSale ? { sale_id: payment.id } : {}),
  state: 'completed',
  amount: { total: `-${value}`, currency: payment.currency, details: { subtotal: `-${value}` } },
  create_time: iso(at),
  update_time: iso(at),
  links: [
    { href: `${url}/v1/payments/refund/${id}`, rel: 'self', method: 'GET' },
    ...(namesSale ? [{ href: `${url}/v1/payments/sale/${payment.id}`, rel: 'sale', method: 'GET' }] : []),
  ],
});

export interface PeerDispute {
  id: string;
  subscriptionId: string;
  payment: PeerPayment;
  createdAt: number;
  /** Undefined while the dispute is open. */
  outcome?: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR';
}

/** Describes a dispute as in `CUSTOMER.DISPUTE.*`: it refers to the sale, not to the subscription. */
export const describeDispute = ({ id, payment, createdAt, outcome }: PeerDispute, at: number) => ({
  dispute_id: id,
  create_time: isoMs(createdAt),
  update_time: isoMs(at),
  disputed_transactions: [
    {
      seller_transaction_id: payment.id,
      seller: { merchant_id: 'RD465XN5VS364', name: 'Test Store' },
    },
  ],
  reason: 'UNAUTHORISED',
  status: outcome ? 'RESOLVED' : 'OPEN',
  dispute_amount: { currency_code: payment.currency, value: payment.value },
  ...(outcome
    ? {
        dispute_outcome: {
          outcome_code: outcome,
          ...(outcome === 'RESOLVED_BUYER_FAVOUR'
            ? { amount_refunded: { currency_code: payment.currency, value: payment.value } }
            : {}),
        },
      }
    : {}),
  dispute_life_cycle_stage: 'CHARGEBACK',
  dispute_channel: 'EXTERNAL',
});

const isoMs = (at: number) => new Date(at).toISOString();
