/* Contents of the peer's books. Instants are epoch milliseconds. */

export interface PeerPayment {
  id: string;
  value: string;
  currency: string;
  at: number;
  /**
   * `REVERSED` exists only in this peer: PayPal's list has `REFUNDED`. `HELD` is undocumented and occurs
   * live.
   */
  status: 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED' | 'DECLINED' | 'PENDING' | 'HELD';
  refunded: number;
  /** Next billing date. The period after a retried payment is shorter. */
  paidUntil?: number;
  /** Whether the payment was ever disputed. */
  isDisputed?: boolean;
}

export interface PeerSubscription {
  id: string;
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  planId: string;
  quantity: string;
  planOverridden: boolean;
  customId: string | undefined;
  /** The merchant's preferences for the checkout, such as no delivery address. */
  context?: object | undefined;
  createdAt: number;
  /** Time of the latest change of the status. */
  statusAt: number;
  nextBillingAt: number | undefined;
  /** Counted failures. A billing cycle counts once, after its second retry. */
  failedPayments: number;
  /** Failed attempts of the present cycle. */
  failedTries: number;
  lastFailure: { at: number; retryAt: number | undefined } | undefined;
  /** The payer's PayPal account was closed, so PayPal refuses every change. */
  isAccountClosed: boolean;
  payments: PeerPayment[];
  returnUrl: string | undefined;
  /** PayPal bills at once when the subscription is reactivated, as reported after a failed payment. */
  billsOnResume?: boolean;
  /** The payer has cancelled the subscription at PayPal. */
  endedByPayer?: boolean;
}

export interface PeerWebhook {
  id: string;
  url: string;
  event_types: { name: string }[];
}
