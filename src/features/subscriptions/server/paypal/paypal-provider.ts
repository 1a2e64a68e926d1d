import {
  type PaymentProvider,
  type ProviderPayment,
  type ProviderSubscription,
  ProviderUnavailable,
} from '../provider.ts';
import { CreatedSubscription, Nothing, PayPalSubscription, Transactions } from './paypal-answers.ts';
import { PayPalClient, type PayPalKeys, PayPalRefused } from './paypal-client.ts';

/** What was paid longer ago can change nothing, and PayPal's list names no way to its next page. */
const LISTED_FOR = 400 * 24 * 60 * 60_000;
/** PayPal's clock need not be ours. */
const A_DAY = 24 * 60 * 60_000;

const STATES = {
  APPROVAL_PENDING: 'pending',
  APPROVED: 'approved',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
} as const;

/** A part that was given back leaves the payment standing. Declined and pending ones are none. */
const PAYMENT_STATUS: Record<string, ProviderPayment['status'] | undefined> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  REVERSED: 'reversed',
};

/** PayPal's Subscriptions interface (version 1) behind our port. */
export class PayPalProvider implements PaymentProvider {
  readonly name = 'paypal';
  readonly #client: PayPalClient;
  readonly #planId: string;

  constructor(keys: PayPalKeys & { planId: string }, client = new PayPalClient(keys)) {
    this.#client = client;
    this.#planId = keys.planId;
  }

  async create(order: { reference: string; returnUrl: string; cancelUrl: string }) {
    const { id, links } = await this.#client.call({
      method: 'POST',
      path: '/v1/billing/subscriptions',
      requestId: order.reference,
      body: {
        plan_id: this.#planId,
        custom_id: order.reference,
        application_context: {
          brand_name: 'Stillwater',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'SUBSCRIBE_NOW',
          return_url: order.returnUrl,
          cancel_url: order.cancelUrl,
        },
      },
      answer: CreatedSubscription,
    });
    const approve = links.find(({ rel }) => rel === 'approve');
    if (!approve) throw new ProviderUnavailable(`PayPal named no approval page for ${id}.`);
    return { id, approveUrl: approve.href };
  }

  async read(id: string): Promise<ProviderSubscription | null> {
    const said = await this.#readSubscription(id);
    if (said === null) return null;
    const state = STATES[said.status];
    const { last_payment: last, next_billing_time, failed_payments_count } = said.billing_info ?? {};
    return {
      id: said.id,
      reference: said.custom_id ?? null,
      state,
      isOurPlan: this.#isOurPlan(said),
      nextPaymentAt: next_billing_time ?? null,
      lastPayment: last
        ? { cents: last.amount.value, currency: last.amount.currency_code, at: last.time }
        : null,
      failedPayments: failed_payments_count ?? 0,
      payments: state === 'pending' || state === 'approved' ? [] : await this.#listPayments(id),
    };
  }

  suspend = (id: string, reason: string) => this.#turn(id, 'suspend', reason);
  resume = (id: string, reason: string) => this.#turn(id, 'activate', reason);
  cancel = (id: string, reason: string) => this.#turn(id, 'cancel', reason);

  async #readSubscription(id: string): Promise<PayPalSubscription | null> {
    try {
      return await this.#client.call({ method: 'GET', path: pathOf(id), answer: PayPalSubscription });
    } catch (error) {
      if (!(error instanceof PayPalRefused)) throw error;
      if (error.status === 404) return null;
      // Reading depends on no state: what it refuses now says nothing about the subscription.
      throw new ProviderUnavailable(error.message, { cause: error });
    }
  }

  async #listPayments(id: string): Promise<ProviderPayment[]> {
    const now = Date.now();
    const range = new URLSearchParams({
      start_time: new Date(now - LISTED_FOR).toISOString(),
      end_time: new Date(now + A_DAY).toISOString(),
    });
    try {
      const path = `${pathOf(id)}/transactions?${range}`;
      const { transactions } = await this.#client.call({ method: 'GET', path, answer: Transactions });
      return (transactions ?? []).flatMap(({ id, status, time, amount_with_breakdown }) => {
        const { value: cents, currency_code: currency } = amount_with_breakdown.gross_amount;
        const kind = PAYMENT_STATUS[status];
        // A refund may be listed as an entry of its own, with a negative sum; the payment itself says it too.
        return kind && cents > 0 ? [{ id, cents, currency, at: time, status: kind }] : [];
      });
    } catch (error) {
      // No list, then: the last payment stands in the subscription itself, and refunds come as notices.
      if (error instanceof PayPalRefused) return [];
      throw error;
    }
  }

  async #turn(id: string, into: 'suspend' | 'activate' | 'cancel', reason: string): Promise<void> {
    const path = `${pathOf(id)}/${into}`;
    await this.#client.call({ method: 'POST', path, body: { reason }, answer: Nothing });
  }

  #isOurPlan({ plan_id, quantity, plan_overridden }: PayPalSubscription): boolean {
    return plan_id === this.#planId && /^0*1(\.0*)?$/.test(quantity ?? '1') && plan_overridden !== true;
  }
}

const pathOf = (id: string) => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
