/* Contents of the peer's books. Instants are epoch milliseconds. */

export interface PeerPayment {
  id: string;
  value: string;
  currency: string;
  at: number;
  /** `REVERSED` is the peer's own word: PayPal's list says `REFUNDED`. `HELD` is undocumented; seen live. */
  status: 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REVERSED' | 'DECLINED' | 'PENDING' | 'HELD';
  refunded: number;
  /** The billing date after it. One on a retry has less than a period until then. */
  paidUntil?: number;
  /** A dispute about it was opened, whatever came of it. */
  isDisputed?: boolean;
}

export interface PeerSubscription {
  id: string;
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  planId: string;
  quantity: string;
  planOverridden: boolean;
  customId: string | undefined;
  /** The merchant's shipping preference; without it PayPal asks for an address. */
  shippingPreference?: string | undefined;
  createdAt: number;
  nextBillingAt: number | undefined;
  /** Counted failures: a cycle counts once, after its second retry. */
  failedPayments: number;
  /** Failed tries of the present cycle. */
  failedTries: number;
  lastFailure: { at: number; retryAt: number | undefined } | undefined;
  /** The payer's PayPal account was closed: every change is refused. */
  isAccountClosed: boolean;
  payments: PeerPayment[];
  returnUrl: string | undefined;
  /** PayPal bills at once when this is activated again, as reported after a failed payment. */
  billsOnResume?: boolean;
  /** The payer has cancelled it at PayPal. */
  endedByPayer?: boolean;
}

export interface PeerWebhook {
  id: string;
  url: string;
  event_types: { name: string }[];
}
