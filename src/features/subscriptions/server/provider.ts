import type { Terms } from '../shared/prices.ts';

/* The port to the payment provider. Adapters translate and decide nothing. */

/** The provider's view of a subscription. Instants are epoch milliseconds. */
export interface ProviderSubscription {
  id: string;
  /** Our id, set when we create the subscription. A subscription made elsewhere may copy it. */
  reference: string | null;
  /** `pending`: not approved yet. `suspended`: no payments until a resume. */
  state: 'pending' | 'approved' | 'active' | 'suspended' | 'cancelled' | 'expired';
  planId: string | null;
  /** Whether it is for one unit, at its plan's price. */
  hasPlanPrice: boolean;
  /** Start of its present state, if the provider reports it. */
  stateSince: number | null;
  nextPaymentAt: number | null;
  lastPayment: { cents: number; currency: string; at: number } | null;
  /** Failed payments since the last success. PayPal counts one only after its last retry, on day 10. */
  failedPayments: number;
  /** Time of the latest failed attempt, if the provider reports one. */
  lastFailedPaymentAt: number | null;
  /** The payer's address at the provider. Never stored. */
  payerEmail: string | null;
  /** Ids of all listed transactions, such as refunds, besides those of `payments`. */
  otherTransactionIds: string[];
  /** Empty where the provider offers no list. */
  payments: ProviderPayment[];
}

export interface ProviderPayment {
  id: string;
  cents: number;
  currency: string;
  at: number;
  /** `refunded`: in full. */
  status: 'completed' | 'refunded' | 'reversed';
}

/**
 * A webhook event. It triggers a reconciliation. Its payment is stored, because the provider may not list
 * refunds.
 */
export interface ProviderEvent {
  id: string;
  type: string;
  subscriptionId: string | null;
  reference: string | null;
  payment: EventPayment | null;
}

/** The part of an event about money. It may name the payment, only its refund, or only a dispute. */
export interface EventPayment {
  /** The provider's ids of the payments concerned; empty when the event names none. */
  ids: string[];
  /** The id of the refund or reversal itself. */
  refundId: string | null;
  disputeId: string | null;
  /** `lost`: a dispute took the money back. `closed`: a dispute ended in another way. */
  change: 'completed' | 'refunded' | 'reversed' | 'disputed' | 'lost' | 'closed';
  /** Amount of this change; a refund may be partial. Null: not reported. */
  cents: number | null;
  currency: string;
  at: number;
}

export interface Order {
  reference: string;
  /** The provider's plan; null: the configured one. */
  planId: string | null;
  terms: Terms;
  returnUrl: string;
  cancelUrl: string;
  /** The site's name, for the provider's pages. */
  siteTitle: string;
}

/** A part of a payment. */
export interface Part {
  cents: number;
  currency: string;
}

export interface PaymentProvider {
  readonly name: 'paypal' | 'sandbox';
  /** The provider's page where a payer changes the card; null if none exists. */
  readonly cardUrl: string | null;
  /**
   * Milliseconds by which this machine's clock is ahead of the provider's last response; undefined before
   * one.
   */
  readonly clockAhead?: number | undefined;
  /** The configured plan. Identifies the account too, because plan ids are valid in one account only. */
  readonly account: string;
  /** Creates a plan for these terms and returns its id. `requestId` is the idempotency key. */
  createPlan(terms: Terms, requestId: string): Promise<string>;
  /** Lists the problems of a plan that new payers get, one sentence each. */
  planProblems(planId: string, terms: Terms): Promise<string[]>;
  /** Creates a subscription. `reference` is the idempotency key. */
  create(order: Order): Promise<{
    id: string;
    approveUrl: string;
  }>;
  /** Returns null for an unknown id. */
  read(id: string): Promise<ProviderSubscription | null>;
  /** Stops payments until a resume. */
  suspend(id: string, reason: string): Promise<void>;
  resume(id: string, reason: string): Promise<void>;
  /** Cancels for good. */
  cancel(id: string, reason: string): Promise<void>;
  /**
   * Refunds a payment: a part, or the rest of it. `requestId` is the idempotency key. Returns the provider's
   * id of the refund; null when the payment is already refunded, which is no error.
   */
  refund(paymentId: string, requestId: string, part?: Part): Promise<string | null>;
  /** Asks what an event with unknown ids is about. Null fields: the provider gives no information. */
  locate(payment: EventPayment): Promise<{ subscriptionId: string | null; paymentId: string | null }>;
}

export class ProviderError extends Error {}

/** The provider cannot be reached, is overloaded, or sent an invalid response. Retry later. */
export class ProviderUnavailable extends ProviderError {
  override name = 'ProviderUnavailable';
  /** Minimum wait before the next call, in ms, if the provider names one. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfter?: number | undefined } = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
  }
}

/**
 * The provider does not accept our keys, or they lack a permission. Calls are retried until an administrator
 * corrects them.
 */
export class ProviderKeysRefused extends ProviderUnavailable {
  override name = 'ProviderKeysRefused';
}

/** The provider refused the call, because it does not fit the subscription's present state. */
export class ProviderRefused extends ProviderError {
  override name = 'ProviderRefused';
  /** Whether no retry can succeed, as for a closed account. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}
