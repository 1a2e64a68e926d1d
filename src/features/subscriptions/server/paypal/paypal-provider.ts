import { instant } from '#platform/text/instants.ts';
import { DAY } from '#platform/text/time-units.ts';
import { automaticPaymentsUrl } from '../../shared/automatic-payments-url.ts';
import type { Terms } from '../../shared/prices.ts';
import {
  type EventPayment,
  type Order,
  type Part,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
  type ProviderSubscription,
  ProviderUnavailable,
} from '../provider.ts';
import { nullIfRefused, PayPalClient, type PayPalKeys, PayPalRefused } from './paypal-client.ts';
import { createPlan, planProblems } from './paypal-plan.ts';
import {
  CreatedSubscription,
  Ignored,
  LastFailedPayment,
  PayPalSubscription,
  Refund,
  RefundDetails,
  SaleDetails,
  Transaction,
  Transactions,
  toDecimal,
  WithId,
} from './paypal-schemas.ts';

/** Age in ms of the oldest payment to list. Older ones change nothing, and PayPal's list has one page. */
const LIST_PERIOD = 400 * DAY;
/** Allowed difference between PayPal's clock and ours, in ms. */
const CLOCK_SKEW = DAY;

const STATES = {
  APPROVAL_PENDING: 'pending',
  APPROVED: 'approved',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
} as const;

const ALREADY_REFUNDED = new Set(['TRANSACTION_ALREADY_REFUNDED', 'CAPTURE_FULLY_REFUNDED']);
const LIVE_HOST = 'api-m.paypal.com';

/** A partial refund leaves the payment valid. Declined and pending transactions are not payments. */
const PAYMENT_STATUS: Record<string, ProviderPayment['status'] | undefined> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  REVERSED: 'reversed',
};

type Listed = Pick<ProviderSubscription, 'payments' | 'otherTransactionIds'>;
const NO_TRANSACTIONS: Listed = { payments: [], otherTransactionIds: [] };

/** Adapter of PayPal's Subscriptions API (version 1). */
export class PayPalProvider implements PaymentProvider {
  readonly name = 'paypal';
  readonly cardUrl: string;
  /** The configured plan, which differs between accounts. */
  readonly account: string;
  readonly #client: PayPalClient;

  constructor(keys: PayPalKeys & { planId: string }, client = new PayPalClient(keys)) {
    this.#client = client;
    this.account = keys.planId;
    this.cardUrl = automaticPaymentsUrl(new URL(keys.apiUrl).hostname === LIVE_HOST);
  }

  get clockAhead(): number | undefined {
    return this.#client.clockAhead;
  }

  createPlan = (terms: Terms, requestId: string) => createPlan(this.#client, this.account, terms, requestId);
  planProblems = (planId: string, terms: Terms) => planProblems(this.#client, planId, terms);

  async create(order: Order) {
    const { id, links } = await this.#client.call({
      method: 'POST',
      path: '/v1/billing/subscriptions',
      requestId: order.reference,
      body: {
        plan_id: order.planId ?? this.account,
        custom_id: order.reference,
        application_context: {
          // PayPal's limit is 127 characters; a title has at most 80.
          brand_name: order.siteTitle,
          shipping_preference: 'NO_SHIPPING',
          user_action: 'SUBSCRIBE_NOW',
          // An e-check would open content for days before its bank refuses it.
          payment_method: { payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
          return_url: order.returnUrl,
          cancel_url: order.cancelUrl,
        },
      },
      response: CreatedSubscription,
    });
    const approve = links.find(({ rel }) => rel === 'approve');
    if (!approve) throw new ProviderUnavailable(`PayPal sent no approval link for ${id}.`);
    return { id, approveUrl: approve.href };
  }

  async read(id: string): Promise<ProviderSubscription | null> {
    const subscription = await this.#readSubscription(id);
    if (subscription === null) return null;
    const state = STATES[subscription.status];
    const { last_payment: last, next_billing_time, failed_payments_count } = subscription.billing_info ?? {};
    return {
      id: subscription.id,
      reference: subscription.custom_id ?? null,
      state,
      planId: subscription.plan_id ?? null,
      hasPlanPrice: hasPlanPrice(subscription),
      stateSince: subscription.status_update_time ?? null,
      nextPaymentAt: next_billing_time ?? null,
      lastPayment: last
        ? { cents: last.amount.value, currency: last.amount.currency_code, at: last.time }
        : null,
      failedPayments: failed_payments_count ?? 0,
      lastFailedPaymentAt: await this.#lastFailureAt(subscription),
      payerEmail: subscription.subscriber?.email_address ?? null,
      ...(state === 'pending' || state === 'approved' ? NO_TRANSACTIONS : await this.#listTransactions(id)),
    };
  }

  suspend = (id: string, reason: string) => this.#changeState(id, 'suspend', reason);
  resume = (id: string, reason: string) => this.#changeState(id, 'activate', reason);
  cancel = (id: string, reason: string) => this.#changeState(id, 'cancel', reason);

  /** The payments of a subscription are sales of version 1. Newer accounts may know them as captures. */
  async refund(paymentId: string, requestId: string, part?: Part): Promise<string | null> {
    const id = encodeURIComponent(paymentId);
    const value = part && toDecimal(part.cents);
    const asSale = await this.#refundAt(`/v1/payments/sale/${id}/refund`, requestId, {
      ...(part && { amount: { total: value, currency: part.currency } }),
    });
    if (asSale !== undefined) return asSale;
    const asCapture = await this.#refundAt(`/v2/payments/captures/${id}/refund`, requestId, {
      ...(part && { amount: { value, currency_code: part.currency } }),
    });
    if (asCapture === undefined) throw new ProviderRefused(`PayPal knows no payment ${paymentId}.`);
    return asCapture;
  }

  /** Follows a refund to its sale, and the sale to its subscription. */
  async locate({ ids, refundId }: EventPayment) {
    const paymentId = ids[0] ?? (refundId === null ? null : await this.#refundedSale(refundId));
    if (paymentId === null) return { subscriptionId: null, paymentId };
    const path = `/v1/payments/sale/${encodeURIComponent(paymentId)}`;
    const sale = await nullIfRefused(this.#client.call({ method: 'GET', path, response: SaleDetails }));
    return { subscriptionId: sale?.billing_agreement_id ?? null, paymentId };
  }

  async #refundedSale(refundId: string): Promise<string | null> {
    const path = `/v1/payments/refund/${encodeURIComponent(refundId)}`;
    const refund = await nullIfRefused(this.#client.call({ method: 'GET', path, response: RefundDetails }));
    return refund?.sale_id ?? refund?.capture_id ?? null;
  }

  /** Undefined when PayPal does not know the payment at this path; null when it is already refunded. */
  async #refundAt(path: string, requestId: string, body: object): Promise<string | null | undefined> {
    try {
      const { id, state, status } = await this.#client.call({
        method: 'POST',
        path,
        requestId,
        body,
        response: Refund,
      });
      const outcome = (state ?? status ?? '').toLowerCase();
      if (outcome === 'failed' || outcome === 'cancelled')
        throw new ProviderRefused(`PayPal’s refund is ${outcome}: POST ${path}`);
      return id;
    } catch (error) {
      if (!(error instanceof PayPalRefused)) throw error;
      if (error.issues.some((issue) => ALREADY_REFUNDED.has(issue))) return null;
      if (error.status === 404) return undefined;
      throw error;
    }
  }

  async #readSubscription(id: string): Promise<PayPalSubscription | null> {
    try {
      return await this.#client.call({ method: 'GET', path: pathOf(id), response: PayPalSubscription });
    } catch (error) {
      if (!(error instanceof PayPalRefused)) throw error;
      if (error.status === 404) return null;
      // PayPal allows reads in every state, so a refusal says nothing about the subscription.
      throw new ProviderUnavailable(error.message, { cause: error });
    }
  }

  /**
   * Reads the latest failed attempt once the billing date has passed. PayPal shows it on request, and counts
   * it only days later. Null when PayPal shows none.
   */
  async #lastFailureAt({ id, status, billing_info }: PayPalSubscription): Promise<number | null> {
    const { last_failed_payment, next_billing_time } = billing_info ?? {};
    const isDue = status === 'ACTIVE' && next_billing_time !== undefined && next_billing_time < Date.now();
    if (last_failed_payment || !isDue) return last_failed_payment?.time ?? null;
    const path = `${pathOf(id)}?fields=last_failed_payment`;
    try {
      const answer = await this.#client.call({ method: 'GET', path, response: LastFailedPayment });
      return answer.billing_info?.last_failed_payment?.time ?? null;
    } catch (error) {
      if (error instanceof PayPalRefused) return null;
      throw error;
    }
  }

  async #listTransactions(id: string): Promise<Listed> {
    const now = Date.now();
    const range = new URLSearchParams({
      start_time: instant(now - LIST_PERIOD),
      end_time: instant(now + CLOCK_SKEW),
    });
    try {
      const path = `${pathOf(id)}/transactions?${range}`;
      const { transactions } = await this.#client.call({ method: 'GET', path, response: Transactions });
      const entries = this.#client.readEntries('transactions', transactions, Transaction);
      const payments = entries.flatMap(({ id, status, time, amount_with_breakdown }) => {
        const { value: cents, currency_code: currency } = amount_with_breakdown.gross_amount;
        const kind = PAYMENT_STATUS[status];
        // A refund may also be an entry of its own with a negative amount; the payment's status already shows
        // it.
        return kind && cents > 0 ? [{ id, cents, currency, at: time, status: kind }] : [];
      });
      const ids = (transactions ?? []).flatMap((entry) => WithId.safeParse(entry).data?.id ?? []);
      const otherTransactionIds = ids.filter((each) => !payments.some((payment) => payment.id === each));
      return { payments, otherTransactionIds };
    } catch (error) {
      // Without a list, the subscription still names its last payment, and refunds arrive as webhook events.
      if (error instanceof PayPalRefused) return NO_TRANSACTIONS;
      throw error;
    }
  }

  async #changeState(id: string, action: 'suspend' | 'activate' | 'cancel', reason: string): Promise<void> {
    const path = `${pathOf(id)}/${action}`;
    await this.#client.call({ method: 'POST', path, body: { reason }, response: Ignored });
  }
}

const hasPlanPrice = ({ quantity, plan_overridden }: PayPalSubscription): boolean =>
  /^0*1(\.0*)?$/.test(quantity ?? '1') && plan_overridden !== true;

const pathOf = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
