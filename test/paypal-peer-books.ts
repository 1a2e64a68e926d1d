import { randomBytes } from 'node:crypto';

/* What the peer knows: catalog, plans, webhooks, subscriptions and payments, and what happens to them with time. */

export interface PeerPayment {
  id: string;
  value: string;
  currency: string;
  at: number;
  status: 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED' | 'DECLINED';
  refunded: number;
}

export interface PeerSubscription {
  id: string;
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  planId: string;
  quantity: string;
  planOverridden: boolean;
  customId: string | undefined;
  /** As the merchant has asked; a person is asked for an address without it. */
  shippingPreference?: string | undefined;
  createdAt: number;
  nextBillingAt: number | undefined;
  failedPayments: number;
  payments: PeerPayment[];
  returnUrl: string | undefined;
}

export interface PeerWebhook {
  id: string;
  url: string;
  event_types: { name: string }[];
}

type Stored = Record<string, unknown> & { id: string };

/** Told of everything that PayPal would send a notice about. */
export type Announce = (type: string, resource: Record<string, unknown>) => void;

export class PeerBooks {
  readonly products: Stored[] = [];
  readonly plans: Stored[] = [];
  readonly webhooks: PeerWebhook[] = [];
  readonly subscriptions = new Map<string, PeerSubscription>();
  /** Milliseconds by which the peer's clock is ahead. */
  ahead = 0;
  readonly #announce: Announce;

  constructor(announce: Announce) {
    this.#announce = announce;
  }

  now = () => Date.now() + this.ahead;

  get(id: string): PeerSubscription {
    const found = this.subscriptions.get(id);
    if (!found) throw new Error(`The peer has no subscription ${id}.`);
    return found;
  }

  create(planId: string, customId: string | undefined, returnUrl?: string): PeerSubscription {
    const subscription: PeerSubscription = {
      id: `I-${newId(12)}`,
      status: 'APPROVAL_PENDING',
      planId,
      quantity: '1',
      planOverridden: false,
      customId,
      createdAt: this.now(),
      nextBillingAt: undefined,
      failedPayments: 0,
      payments: [],
      returnUrl,
    };
    this.subscriptions.set(subscription.id, subscription);
    this.#tell(subscription, 'CREATED');
    return subscription;
  }

  /** The person has agreed, and the first payment is taken. */
  activate(id: string): void {
    const subscription = this.get(id);
    subscription.status = 'ACTIVE';
    this.#tell(subscription, 'ACTIVATED');
    this.charge(id);
  }

  charge(id: string, value = this.priceOf(id), currency = 'USD'): PeerPayment {
    const subscription = this.get(id);
    const at = this.now();
    const payment: PeerPayment = {
      id: newId(17),
      value,
      currency,
      at,
      status: 'COMPLETED',
      refunded: 0,
    };
    subscription.payments.push(payment);
    subscription.failedPayments = 0;
    subscription.nextBillingAt = nextBillingAfter(subscription.nextBillingAt ?? at);
    this.#announce('PAYMENT.SALE.COMPLETED', {
      id: payment.id,
      billing_agreement_id: id,
      custom: subscription.customId,
      amount: { total: value, currency, details: { subtotal: value } },
      state: 'completed',
      create_time: iso(at),
    });
    return payment;
  }

  failPayment(id: string): void {
    const subscription = this.get(id);
    subscription.failedPayments += 1;
    this.#tell(subscription, 'PAYMENT.FAILED');
    // The plan's payment_failure_threshold.
    if (subscription.failedPayments >= 3) this.suspend(id);
  }

  /** Gives the latest payment back, or as much of it as `value` says. */
  refund(id: string, value?: string): PeerPayment {
    const payment = this.#latestPayment(id);
    const given = value ?? payment.value;
    payment.refunded += Number(given);
    payment.status = payment.refunded >= Number(payment.value) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    this.#announce('PAYMENT.SALE.REFUNDED', {
      id: newId(17),
      sale_id: payment.id,
      amount: { total: given, currency: payment.currency },
      state: 'completed',
      create_time: iso(this.now()),
    });
    return payment;
  }

  /** The payer's bank has taken it back. */
  reverse(id: string): PeerPayment {
    const payment = this.#latestPayment(id);
    payment.status = 'REVERSED';
    this.#announce('PAYMENT.SALE.REVERSED', {
      id: payment.id,
      billing_agreement_id: id,
      amount: { total: `-${payment.value}`, currency: payment.currency },
      state: 'reversed',
      create_time: iso(this.now()),
    });
    return payment;
  }

  suspend = (id: string) => this.#turn(id, 'SUSPENDED', 'SUSPENDED');
  resume = (id: string) => this.#turn(id, 'ACTIVE', 'ACTIVATED');
  cancel = (id: string) => this.#turn(id, 'CANCELLED', 'CANCELLED');
  expire = (id: string) => this.#turn(id, 'EXPIRED', 'EXPIRED');

  priceOf(id: string): string {
    const plan = this.plans.find((known) => known.id === this.get(id).planId) as PlanShape | undefined;
    return plan?.billing_cycles.at(-1)?.pricing_scheme.fixed_price.value ?? '20.00';
  }

  #turn(id: string, status: PeerSubscription['status'], event: string): void {
    const subscription = this.get(id);
    subscription.status = status;
    this.#tell(subscription, event);
  }

  #tell(subscription: PeerSubscription, event: string): void {
    this.#announce(`BILLING.SUBSCRIPTION.${event}`, describe(subscription));
  }

  #latestPayment(id: string): PeerPayment {
    const latest = this.get(id).payments.at(-1);
    if (!latest) throw new Error(`Nothing was paid for ${id}.`);
    return latest;
  }
}

interface PlanShape {
  billing_cycles: { pricing_scheme: { fixed_price: { value: string } } }[];
}

/** A subscription as PayPal shows it, with the personal data that it always sends along. */
export function describe(subscription: PeerSubscription): Record<string, unknown> {
  const last = subscription.payments.filter(({ status }) => status !== 'DECLINED').at(-1);
  const takesPayments = subscription.status === 'ACTIVE';
  return {
    id: subscription.id,
    status: subscription.status,
    plan_id: subscription.planId,
    quantity: subscription.quantity,
    plan_overridden: subscription.planOverridden,
    custom_id: subscription.customId,
    create_time: iso(subscription.createdAt),
    subscriber: { name: { given_name: 'Ada', surname: 'Payer' }, email_address: 'ada@payer.example' },
    ...(subscription.payments.length > 0 || subscription.failedPayments > 0
      ? {
          billing_info: {
            outstanding_balance: { currency_code: 'USD', value: '0.0' },
            failed_payments_count: subscription.failedPayments,
            // PayPal leaves out the last zero here.
            ...(last
              ? {
                  last_payment: {
                    amount: { currency_code: last.currency, value: last.value.replace(/(\.\d)0$/, '$1') },
                    time: iso(last.at),
                  },
                }
              : {}),
            ...(takesPayments && subscription.nextBillingAt
              ? { next_billing_time: iso(subscription.nextBillingAt) }
              : {}),
          },
        }
      : {}),
  };
}

/** PayPal takes payments at ten in the morning, UTC, on the same day of the next month. */
function nextBillingAfter(at: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.setUTCHours(10, 0, 0, 0);
}

/** PayPal's instants have no fractions of a second. */
export const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');

export const newId = (length: number) =>
  randomBytes(length).toString('hex').slice(0, length).toUpperCase().replaceAll('A', 'X');
