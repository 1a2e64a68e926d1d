import type { Generated } from 'kysely';

/** Webhook events that wait for an administrator: without a subscription, open disputes, not the price. */
export const OPEN_EVENT_STATES = ['unmatched', 'dispute', 'amount'] as const;
export type OpenEventState = (typeof OPEN_EVENT_STATES)[number];
export type EventState = OpenEventState | 'matched' | 'closed' | 'dismissed';

/** Subscriptions, their payments and refunds, and the rows of the sandbox provider. */
export interface PaymentTables {
  /** Checkouts and their results, one row per subscription at the payment provider. */
  subscriptions: {
    id: Generated<number>;
    /** The site's id, sent to the provider at the creation. */
    reference: string;
    provider: string;
    /** The provider's id; null until it exists. */
    provider_id: string | null;
    approve_url: string | null;
    user_id: number | null;
    /** Hash of the cookie of a browser that pays without an account. */
    browser_hash: string | null;
    email_key: string | null;
    status: string;
    /** Intended state at the provider: `renew`, `pause` or `stop`. */
    wish: Generated<string>;
    paused_at: number | null;
    activated_at: number | null;
    paid_through: number | null;
    next_payment_at: number | null;
    access_until: number | null;
    created_at: number;
    updated_at: number;
    version: Generated<number>;
    next_check_at: number | null;
    failed_checks: Generated<number>;
    /** Payments after this time are not owed, and are refunded; null: all are owed. */
    refund_after: number | null;
    /** `suspend`, `resume` or `cancel`, permanently refused by the provider. */
    refused_action: string | null;
    /** Consecutive calls that did not bring the provider to the intended state. */
    action_failures: Generated<number>;
    /** Time at which an administrator ended its access at once. */
    closed_at: Generated<number | null>;
    /** Time at which it was refunded, disputed or permanently unpaid. Older programs leave it null. */
    ended_at: Generated<number | null>;
    /** The provider's plan; null: not stored yet, and the plan of the configuration. */
    plan_id: Generated<string | null>;
    /** Price and interval; null: $20.00 a month. */
    price_cents: Generated<number | null>;
    price_currency: Generated<string | null>;
    /** `month` or `year`. */
    price_interval: Generated<string | null>;
    /** Like `next_check_at`, for rows with their own terms (decision 63). */
    terms_check_at: Generated<number | null>;
  };
  /** The provider's plans for prices that an administrator set. */
  billing_plans: {
    id: Generated<number>;
    provider: string;
    account: string;
    cents: number;
    currency: string;
    price_interval: string;
    /** Idempotency key of the creation at the provider. */
    request_id: string;
    /** Null until it is known. */
    plan_id: string | null;
    created_at: number;
  };
  payments: {
    id: Generated<number>;
    subscription_id: number;
    provider: string;
    provider_id: string;
    status: string;
    cents: number | null;
    currency: string | null;
    refunded_cents: Generated<number>;
    paid_at: number | null;
    undone_at: number | null;
  };
  /** Money of payments that went back. The rows of a payment add up to what it lost. */
  payment_returns: {
    id: Generated<number>;
    payment_id: number;
    /** `refund`, or `reversal` by the provider or the bank. */
    kind: string;
    cents: number;
    /** The provider's id of the refund, reversal or dispute; null: not known. */
    provider_id: string | null;
    /** Its time at the provider, or the time at which the site noticed it. */
    returned_at: number;
  };
  payment_events: {
    id: Generated<number>;
    provider: string;
    provider_id: string;
    type: string;
    subscription_id: number | null;
    received_at: number;
    /** The payment, refund or dispute of the event as JSON, for events with a `state`. */
    details: string | null;
    /** Null: the event was matched at once. */
    state: EventState | null;
  };
  /** Refunds by the site, at most one per payment. */
  refunds: {
    id: Generated<number>;
    subscription_id: number;
    provider: string;
    /** The provider's id of the payment. */
    payment_id: string;
    reason: string;
    /** Idempotency key at the provider. */
    request_id: string;
    /** `due`, `done`, `refused` (an administrator must act) or `dismissed`. */
    status: string;
    attempts: Generated<number>;
    next_attempt_at: number | null;
    last_error: string | null;
    created_at: number;
    updated_at: number;
  };
  /** Refunds by administrators: any number per payment, up to the paid amount in total. */
  admin_refunds: {
    id: Generated<number>;
    subscription_id: number;
    payment_id: number;
    provider: string;
    cents: number;
    reason: string;
    /** The administrator; null for a deleted account. */
    user_id: number | null;
    /** Idempotency key of the administrator's press, used at the provider too. */
    request_id: string;
    /** The provider's id of the refund; null until it is known. */
    provider_id: string | null;
    /** As in `refunds`. */
    status: Generated<string>;
    attempts: Generated<number>;
    next_attempt_at: number | null;
    last_error: string | null;
    created_at: number;
    updated_at: number;
  };
  /** Sums over all subscriptions and payments, by name. */
  subscription_totals: { name: string; value: number; counted_at: number };
  sandbox_refunds: { id: Generated<number>; payment_id: string; request_id: string; cents: number };
  sandbox_subscriptions: {
    id: string;
    reference: string;
    state: string;
    approved_at: number | null;
    stopped_at: number | null;
    /** Null: $20.00 a month. */
    cents: Generated<number | null>;
    price_interval: Generated<string | null>;
  };
}
