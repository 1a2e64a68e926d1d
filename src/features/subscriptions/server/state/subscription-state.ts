import { DAY, HOUR } from '#platform/text/time-units.ts';
import type { Terms } from '../../shared/prices.ts';
import type { ProviderSubscription } from '../provider.ts';
import {
  nextAttempt,
  nextEndedCheck,
  nextRenewalCheck,
  nextStopAttempt,
  nextUnpaidCheck,
} from './check-times.ts';
import {
  paidThrough as computePaidThrough,
  hasFailedRenewal,
  type KnownPayment,
  renewalDueAt,
  undonePayment,
  withoutRefunds,
} from './payment-rules.ts';

/*
 * Derives a subscription's state from the provider's view and the payments. A pure rule: the same facts give
 * the same state, in any order of arrival. Instants are epoch milliseconds.
 */

/** Access after a failed payment. The provider retries twice, 5 days apart; one day is added. */
export const GRACE_PERIOD = 11 * DAY;
/** Time in ms in which an unapproved checkout is reused. The provider's approval page expires soon after. */
export const CHECKOUT_LIFETIME = 3 * HOUR;
/**
 * Allowed difference between the stored end of the paid time and the provider's billing date, because the
 * provider bills at a fixed hour of the day.
 */
export const EARLY = 12 * HOUR;

/** The part of our row that the rule reads. */
export interface KnownSubscription {
  reference: string;
  /** Terms of its checkout, whatever a new one costs. */
  terms: Terms;
  /** The plan of its checkout; null: not known yet. */
  planId: string | null;
  status: StoredStatus;
  intended: IntendedState;
  activatedAt: number | null;
  paidThrough: number | null;
  createdAt: number;
  /** Payments after this instant are not owed, and are refunded; null: all are owed. */
  refundAfter: number | null;
  /** The reader has cancelled it before. */
  wasPaused: boolean;
  /** An administrator has ended it at once, whatever is paid. */
  isClosed: boolean;
  /** The action that the provider refused for good. */
  refusedAction: ProviderAction | null;
  /** Calls in a row after which the provider's state still differed from the intended one. */
  actionFailures: number;
}

export type ProviderAction = 'suspend' | 'resume' | 'cancel';

/**
 * The state to apply at the provider (column `wish`). `renew`: payments go on. `pause`: cancelled by the
 * reader, who can undo it. `stop`: cancelled for good.
 */
export type IntendedState = 'renew' | 'pause' | 'stop';

export type StoredStatus =
  | 'created'
  | 'pending'
  | 'active'
  | 'past_due'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'disputed'
  | 'refused'
  | 'abandoned';

interface SubscriptionState {
  status: StoredStatus;
  intended: IntendedState;
  paidThrough: number | null;
  nextPaymentAt: number | null;
  /** End of access to premium content; null: no access. */
  accessUntil: number | null;
  /** Time of the next reconciliation; null: only when an event arrives. */
  nextCheckAt: number | null;
}

/** Derives the state at the instant `now`. `subscription` is null when the provider does not know it. */
export function stateOf(
  row: KnownSubscription,
  provided: ProviderSubscription | null,
  known: readonly KnownPayment[],
  now: number,
): SubscriptionState {
  if (provided === null && row.activatedAt !== null) return unknownState(row);
  if (provided === null || provided.state === 'pending' || provided.state === 'approved')
    return unpaidState(row, provided?.state === 'approved', now);
  if (isForeign(row, provided)) return closedState(row, provided, 'refused', now);
  // A payment that the site refunds gives no access.
  const { subscription, payments } = withoutRefunds(row, provided, known);
  if (row.refundAfter !== null && !row.wasPaused && payments.length < known.length)
    return closedState(row, subscription, 'refunded', now);

  const paidThrough = computePaidThrough(row.paidThrough, subscription, payments, row.terms.interval);
  const undone = undonePayment(subscription, payments, row.terms);
  if (undone) {
    const status = undone.status === 'reversed' ? 'disputed' : 'refunded';
    return { ...closedState(row, subscription, status, now), paidThrough };
  }
  if (row.isClosed) return { ...closedState(row, subscription, 'expired', now), paidThrough };
  if (subscription.state === 'cancelled' || subscription.state === 'expired')
    return {
      status: paidThrough === null ? 'abandoned' : subscription.state,
      // The provider's cancellation is final, so the reader can no longer undo theirs.
      intended: row.wasPaused ? 'stop' : row.intended,
      paidThrough,
      nextPaymentAt: null,
      accessUntil: paidThrough,
      nextCheckAt: nextEndedCheck(row, paidThrough, now),
    };
  return runningState(row, subscription, payments, paidThrough, now);
}

/** State while the provider's subscription is active or suspended. */
function runningState(
  row: KnownSubscription,
  subscription: ProviderSubscription,
  payments: KnownPayment[],
  paidThrough: number | null,
  now: number,
): SubscriptionState {
  const { state, nextPaymentAt } = subscription;
  if (row.intended !== 'renew') {
    const cancelled = cancelledState(row, paidThrough, now);
    if (state === 'suspended') return cancelled;
    // The provider has not followed yet. Retry before it takes a payment from a reader who has cancelled.
    return { ...cancelled, nextCheckAt: nextAttempt(row, cancelled.intended, cancelled.nextCheckAt, now) };
  }
  const base = { intended: 'renew' as const, paidThrough, nextCheckAt: now + DAY };
  const stopped = { ...base, status: 'cancelled' as const, nextPaymentAt: null, accessUntil: paidThrough };
  const dueAt = renewalDueAt(paidThrough, row.wasPaused ? null : nextPaymentAt, subscription);
  // The provider may skip the billing dates of a suspension. The next payment then opens the subscription.
  // Failures from before the suspension say nothing about it.
  if (dueAt !== null && dueAt !== paidThrough && dueAt > now) return stopped;
  // The provider charges a subscription that was resumed after its billing date only hours later.
  if (hasFailedRenewal(subscription, payments, row.wasPaused ? null : dueAt, now))
    return pastDueState(row, paidThrough, dueAt, now);
  if (state === 'suspended') return stopped;
  // The grace period also covers a payment that is late at the provider, or whose event is late here. Without
  // any payment it runs once, from the activation.
  const paidOrOpened = dueAt ?? row.activatedAt ?? now;
  const accessUntil = paidOrOpened + GRACE_PERIOD;
  if (accessUntil <= now) return pastDueState(row, paidThrough, dueAt, now);
  const nextCheckAt = nextRenewalCheck(paidOrOpened, now);
  return { ...base, status: 'active', nextPaymentAt, accessUntil, nextCheckAt };
}

/** State of an ended subscription of an earlier provider account, which the present account does not know. */
const unknownState = ({ intended, paidThrough }: KnownSubscription): SubscriptionState => ({
  status: 'expired',
  intended,
  paidThrough,
  nextPaymentAt: null,
  accessUntil: null,
  nextCheckAt: null,
});

/**
 * State of a checkout without a payment. An abandoned checkout stays abandoned, because another one may have
 * replaced it, and one that an administrator ended stays ended.
 */
function unpaidState(row: KnownSubscription, isApproved: boolean, now: number): SubscriptionState {
  const age = now - row.createdAt;
  const isAwaited = isApproved || row.status === 'pending';
  const isOpen = row.status !== 'abandoned' && age < (isApproved ? DAY : CHECKOUT_LIFETIME);
  const unpaid = isOpen ? (isAwaited ? 'pending' : 'created') : 'abandoned';
  return {
    status: row.isClosed ? 'expired' : unpaid,
    intended: row.intended,
    paidThrough: null,
    nextPaymentAt: null,
    accessUntil: null,
    nextCheckAt: nextUnpaidCheck(age, isAwaited, now),
  };
}

/**
 * Whether it has another plan or checkout, or begins below its price. The amount of a later payment follows
 * the plan, whose price only the owner can change at the provider. That is a task of the owner.
 */
function isForeign(row: KnownSubscription, subscription: ProviderSubscription): boolean {
  const { reference, planId, hasPlanPrice, lastPayment: last } = subscription;
  const isBelow = last !== null && (last.cents < row.terms.cents || last.currency !== row.terms.currency);
  const isPlan = row.planId === null || planId === row.planId;
  return reference !== row.reference || !isPlan || !hasPlanPrice || (isBelow && row.activatedAt === null);
}

/** State without access. Cancels at the provider, and retries until the provider confirms. */
function closedState(
  row: KnownSubscription,
  { state }: ProviderSubscription,
  status: 'refused' | 'refunded' | 'disputed' | 'expired',
  now: number,
): SubscriptionState {
  return {
    status,
    intended: 'stop',
    paidThrough: row.paidThrough,
    nextPaymentAt: null,
    accessUntil: null,
    nextCheckAt: state === 'cancelled' || state === 'expired' ? null : nextStopAttempt(row, now),
  };
}

/** State after a cancellation by the reader. At the end of the paid time, the provider cancels for good. */
function cancelledState(row: KnownSubscription, paidThrough: number | null, now: number): SubscriptionState {
  const isOver = (paidThrough ?? 0) <= now;
  const intended = isOver || row.intended === 'stop' ? 'stop' : 'pause';
  return {
    status: 'cancelled',
    intended,
    paidThrough,
    nextPaymentAt: null,
    accessUntil: paidThrough,
    nextCheckAt: intended === 'stop' ? nextStopAttempt(row, now) : Math.min(paidThrough ?? now, now + DAY),
  };
}

/** State after a failed payment. A failed first payment gives no access while the provider retries it. */
function pastDueState(
  row: KnownSubscription,
  paidThrough: number | null,
  dueAt: number | null,
  now: number,
): SubscriptionState {
  const end = (dueAt ?? row.activatedAt ?? row.createdAt) + GRACE_PERIOD;
  const isOver = end <= now;
  return {
    status: isOver ? 'expired' : 'past_due',
    // Stops, so that nobody pays later for time without access.
    intended: isOver ? 'stop' : row.intended,
    paidThrough,
    nextPaymentAt: null,
    accessUntil: isOver || paidThrough === null ? null : end,
    nextCheckAt: isOver ? nextStopAttempt(row, now) : Math.min(now + 6 * HOUR, end),
  };
}
