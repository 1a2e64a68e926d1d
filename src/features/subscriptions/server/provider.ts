/* The port to whoever takes the payments. An adapter says what the provider says, and decides nothing. */

/** What the provider holds true of a subscription at the moment of asking. Instants are epoch milliseconds. */
export interface ProviderSubscription {
  id: string;
  /** Ours, given at the creation; nobody else can set it. */
  reference: string | null;
  /** `pending`: not approved yet. `suspended`: takes no payments, and can be resumed or cancelled. */
  state: 'pending' | 'approved' | 'active' | 'suspended' | 'cancelled' | 'expired';
  /** Our plan, once, at its own price. */
  isOurPlan: boolean;
  nextPaymentAt: number | null;
  lastPayment: { cents: number; currency: string; at: number } | null;
  /** Payments in a row that failed. */
  failedPayments: number;
  /** Every payment that the provider lists; empty where it has no list. */
  payments: ProviderPayment[];
}

export interface ProviderPayment {
  id: string;
  cents: number;
  currency: string;
  at: number;
  /** `refunded`: the whole amount. */
  status: 'completed' | 'refunded' | 'reversed';
}

/** What a notice tells. It is only a reason to ask, except for refunds, which the provider may not list. */
export interface ProviderEvent {
  id: string;
  type: string;
  subscriptionId: string | null;
  reference: string | null;
  payment: {
    id: string;
    change: 'completed' | 'refunded' | 'reversed';
    /** Of this change: a part of the payment may be refunded. */
    cents: number;
    currency: string;
    at: number;
  } | null;
}

export interface PaymentProvider {
  readonly name: 'paypal' | 'sandbox';
  /** Creates a subscription to our plan. Repeated with the same `reference` it answers the same one. */
  create(order: { reference: string; returnUrl: string; cancelUrl: string }): Promise<{
    id: string;
    approveUrl: string;
  }>;
  /** Null when the provider knows of none. */
  read(id: string): Promise<ProviderSubscription | null>;
  /** Takes no further payments until it is resumed. */
  suspend(id: string, reason: string): Promise<void>;
  resume(id: string, reason: string): Promise<void>;
  /** Ends it for good. */
  cancel(id: string, reason: string): Promise<void>;
}

export class ProviderError extends Error {}

/** The provider cannot be reached, is overloaded, or answers what nobody understands: ask again later. */
export class ProviderUnavailable extends ProviderError {
  override name = 'ProviderUnavailable';
}

/** The provider understood and said no: what was asked does not fit the subscription's present state. */
export class ProviderRefused extends ProviderError {
  override name = 'ProviderRefused';
}
