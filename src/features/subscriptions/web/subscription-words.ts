import type { Subscription, SubscriptionStatus } from '../contract.ts';

/** The status as one reads it. */
export const STATUS_WORDS: Record<SubscriptionStatus, string> = {
  pending: 'Being confirmed',
  active: 'Active',
  past_due: 'Payment missing',
  cancelled: 'Cancelled',
  expired: 'Ended',
  refunded: 'Refunded',
  disputed: 'Disputed',
  refused: 'Not accepted',
};

const ENDED: Partial<Record<SubscriptionStatus, string>> = {
  cancelled: 'Your last subscription has ended. You are welcome back.',
  expired: 'Your last subscription has ended. You are welcome back.',
  refunded: 'Your last payment was refunded, and the subscription ended with it.',
  disputed: 'Your last payment was disputed with the payment provider, and the subscription ended with it.',
  refused:
    'Your last payment was not for this subscription, so it opened nothing and was stopped. If money was taken, write to us and we give it back.',
};

/** Why there is nothing open, once a subscription is over. */
export const endedText = (status: SubscriptionStatus): string | undefined => ENDED[status];

/** It opens premium content at this moment, as the server sees it. */
export const isOpen = (subscription: Subscription | null | undefined): boolean =>
  subscription?.accessUntil != null;

/** There is something that may be cancelled. */
export const canCancel = ({ status, accessUntil }: Subscription): boolean =>
  (status === 'active' || status === 'past_due') && accessUntil !== null;

/** A payment was made or is on its way, and the time that it is for is not over. */
export const isRunning = (subscription: Subscription | null | undefined): boolean =>
  isOpen(subscription) || subscription?.status === 'pending' || subscription?.status === 'past_due';
