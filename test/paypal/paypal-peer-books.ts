import { randomBytes } from 'node:crypto';
import { DAY } from '#platform/text/time-units.ts';
import {
  describe,
  describeDispute,
  describeRefund,
  describeSale,
  iso,
  type PeerDispute,
} from './describe.ts';

import type { PeerPayment, PeerSubscription, PeerWebhook } from './peer-state.ts';

export type { PeerPayment, PeerSubscription };
export { iso };

/* The peer's state: catalog, plans, webhooks, subscriptions and payments, and their changes over time. */

type Stored = Record<string, unknown> & { id: string };

/** Called for every occurrence for which PayPal sends an event. */
type Announce = (type: string, resource: Record<string, unknown>) => void;

/** Time between the attempts of one payment, in ms, and their number (PayPal's retry policy). */
const RETRY_AFTER = 5 * DAY;
const TRIES = 3;

export class PeerBooks {
  readonly products: Stored[] = [];
  readonly plans: Stored[] = [];
  readonly webhooks: PeerWebhook[] = [];
  readonly subscriptions = new Map<string, PeerSubscription>();
  /** Refunded payments by the refund's id. */
  readonly refunds = new Map<string, PeerPayment>();
  readonly disputes: PeerDispute[] = [];
  /** URL of the peer, for links. */
  url = '';
  /** Offset of the peer's clock, in ms. */
  ahead = 0;
  /** Whether notices of refunds and reversals name the sale. PayPal's samples are of both kinds. */
  noticesNameSales = true;
  /**
   * Whether `last_failed_payment` is filled from the first failed attempt on. PayPal does not document it.
   */
  namesFirstFailure = true;
  /** Whether each failed attempt sends `BILLING.SUBSCRIPTION.PAYMENT.FAILED`. PayPal does not document it. */
  announcesEachFailure = true;
  /**
   * Whether a subscription billed on the 31st, and on 28 February, is billed on 31 March again. PayPal does
   * not document it.
   */
  returnsToFirstDay = false;
  /** Whether refunds through the API are refused. */
  refusesRefunds = false;
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
      statusAt: this.now(),
      nextBillingAt: undefined,
      failedPayments: 0,
      failedTries: 0,
      lastFailure: undefined,
      isAccountClosed: false,
      payments: [],
      returnUrl,
    };
    this.subscriptions.set(subscription.id, subscription);
    this.#tell(subscription, 'CREATED');
    return subscription;
  }

  /** Approves a subscription and takes the first payment. */
  activate(id: string): void {
    const subscription = this.get(id);
    Object.assign(subscription, { status: 'ACTIVE', statusAt: this.now() });
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
    Object.assign(subscription, { failedPayments: 0, failedTries: 0 });
    // A retried payment keeps the billing date.
    subscription.nextBillingAt = this.#nextBillingAfter(subscription, subscription.nextBillingAt ?? at);
    payment.paidUntil = subscription.nextBillingAt;
    this.#announce('PAYMENT.SALE.COMPLETED', describeSale(subscription, payment, this.url));
    return payment;
  }

  /**
   * Makes a payment attempt fail. After the second retry PayPal counts one failure, and the next billing date
   * is a month after the missed one.
   */
  failPayment(id: string): void {
    const subscription = this.get(id);
    const now = this.now();
    const isLast = subscription.failedTries + 1 >= TRIES;
    subscription.failedTries = isLast ? 0 : subscription.failedTries + 1;
    if (isLast || this.namesFirstFailure)
      subscription.lastFailure = { at: now, retryAt: isLast ? undefined : now + RETRY_AFTER };
    if (isLast) {
      subscription.failedPayments += 1;
      subscription.nextBillingAt = this.#nextBillingAfter(subscription, subscription.nextBillingAt ?? now);
    }
    if (isLast || this.announcesEachFailure) this.#tell(subscription, 'PAYMENT.FAILED');
    if (this.hasReachedThreshold(subscription)) this.suspend(id);
  }

  /** Makes a payment and both retries fail. PayPal counts one failure. */
  failCycle(id: string): void {
    for (let tries = 0; tries < TRIES; tries += 1) this.failPayment(id);
  }

  hasReachedThreshold({ planId, failedPayments }: PeerSubscription): boolean {
    const plan = this.plans.find(({ id }) => id === planId) as PlanShape | undefined;
    return failedPayments >= (plan?.payment_preferences?.payment_failure_threshold ?? 3);
  }

  /** Returns the time of the next payment attempt; undefined when none will follow. */
  dueAt({ status, nextBillingAt, failedTries }: PeerSubscription): number | undefined {
    if (status !== 'ACTIVE' || nextBillingAt === undefined) return undefined;
    return nextBillingAt + failedTries * RETRY_AFTER;
  }

  /** Refunds the latest payment, or the amount `value` of it. */
  refund(id: string, value?: string): PeerPayment {
    const payment = this.#latestPayment(id);
    this.refundPayment(payment, value ?? payment.value);
    return payment;
  }

  /** Refunds a payment and returns the refund's id. */
  refundPayment(payment: PeerPayment, value: string): string {
    payment.refunded += Number(value);
    payment.status = payment.refunded >= Number(payment.value) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    return this.#tellRefund('PAYMENT.SALE.REFUNDED', payment, value);
  }

  /** Reverses the latest payment, as the payer's bank does. */
  reverse(id: string): PeerPayment {
    const payment = this.#latestPayment(id);
    payment.status = 'REVERSED';
    payment.refunded = Number(payment.value);
    this.#tellRefund('PAYMENT.SALE.REVERSED', payment, payment.value);
    return payment;
  }

  /** Opens a dispute about the latest payment. PayPal holds the money until the dispute is resolved. */
  dispute(id: string): PeerDispute {
    const payment = this.#latestPayment(id);
    const dispute = {
      id: `PP-D-${this.disputes.length + 1}`,
      subscriptionId: id,
      payment,
      createdAt: this.now(),
    };
    Object.assign(payment, { status: 'HELD', isDisputed: true });
    this.disputes.push(dispute);
    this.#announce('CUSTOMER.DISPUTE.CREATED', describeDispute(dispute, this.now()));
    return dispute;
  }

  /** Resolves a dispute. Losing it reverses the payment. */
  resolve(dispute: PeerDispute, isWon: boolean): void {
    dispute.outcome = isWon ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR';
    dispute.payment.status = isWon ? 'COMPLETED' : 'REVERSED';
    if (!isWon) {
      dispute.payment.refunded = Number(dispute.payment.value);
      this.#tellRefund('PAYMENT.SALE.REVERSED', dispute.payment, dispute.payment.value);
    }
    this.#announce('CUSTOMER.DISPUTE.RESOLVED', describeDispute(dispute, this.now()));
  }

  suspend = (id: string) => this.#turn(id, 'SUSPENDED', 'SUSPENDED');
  resume(id: string): void {
    const subscription = this.get(id);
    if (subscription.billsOnResume) subscription.nextBillingAt = this.now();
    this.#turn(id, 'ACTIVE', 'ACTIVATED');
  }

  cancel = (id: string) => this.#turn(id, 'CANCELLED', 'CANCELLED');
  expire = (id: string) => this.#turn(id, 'EXPIRED', 'EXPIRED');

  /** Returns the price of a subscription's plan. */
  priceOf = (id: string): string => this.#cycleOf(this.get(id)).pricing_scheme.fixed_price.value;
  /** Returns the payment interval of a subscription's plan. */
  intervalOf = (subscription: PeerSubscription): 'month' | 'year' =>
    this.#cycleOf(subscription).frequency.interval_unit === 'YEAR' ? 'year' : 'month';

  #cycleOf({ planId }: PeerSubscription): PlanCycle {
    const plan = this.plans.find(({ id }) => id === planId) as PlanShape | undefined;
    return plan?.billing_cycles.at(-1) ?? OTHER_CYCLE;
  }

  /**
   * Returns the next billing time: 10:00 UTC on the same day of the next month or year. PayPal does not
   * document the day after a shorter month: it remains that month's last day, or returns to the day of the
   * first payment.
   */
  #nextBillingAfter(subscription: PeerSubscription, at: number): number {
    const date = new Date(at);
    const first = this.returnsToFirstDay ? subscription.payments[0]?.at : undefined;
    const day = new Date(first ?? at).getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + (this.intervalOf(subscription) === 'year' ? 12 : 1));
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
    return date.setUTCHours(10, 0, 0, 0);
  }

  #turn(id: string, status: PeerSubscription['status'], event: string): void {
    const subscription = this.get(id);
    Object.assign(subscription, { status, statusAt: this.now() });
    this.#tell(subscription, event);
  }

  #tell(subscription: PeerSubscription, event: string): void {
    this.#announce(`BILLING.SUBSCRIPTION.${event}`, describe(subscription));
  }

  #tellRefund(type: string, payment: PeerPayment, value: string): string {
    const id = newId(17);
    this.refunds.set(id, payment);
    const facts = { payment, value, at: this.now(), url: this.url };
    this.#announce(type, describeRefund(id, facts, this.noticesNameSales));
    return id;
  }

  #latestPayment(id: string): PeerPayment {
    const latest = this.get(id).payments.at(-1);
    if (!latest) throw new Error(`Nothing was paid for ${id}.`);
    return latest;
  }
}

interface PlanShape {
  payment_preferences?: { payment_failure_threshold?: number };
  billing_cycles: PlanCycle[];
}

/** Billing cycle of a plan that is not in the books. */
const OTHER_CYCLE: PlanCycle = {
  frequency: { interval_unit: 'MONTH' },
  pricing_scheme: { fixed_price: { value: '20.00' } },
};

interface PlanCycle {
  frequency: { interval_unit: string };
  pricing_scheme: { fixed_price: { value: string } };
}

export const newId = (length: number) =>
  randomBytes(length).toString('hex').slice(0, length).toUpperCase().replaceAll('A', 'X');
