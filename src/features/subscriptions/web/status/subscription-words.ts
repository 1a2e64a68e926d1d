import type { OwnSubscription, Subscription, SubscriptionStatus } from '../../contract/schemas.ts';

/** Names of the states. */
export const STATUS_WORDS: Record<SubscriptionStatus, string> = {
  pending: 'Confirming payment',
  active: 'Active',
  past_due: 'Payment failed',
  cancelled: 'Canceled',
  expired: 'Ended',
  refunded: 'Refunded',
  disputed: 'Disputed',
  refused: 'Not accepted',
};

const ENDED: Partial<Record<SubscriptionStatus, string>> = {
  cancelled: 'Your subscription has ended.',
  expired: 'Your subscription has ended.',
  refunded: 'Your last payment was refunded, and your subscription has ended.',
  disputed: 'Your last payment was disputed with the payment provider, and your subscription has ended.',
  refused:
    'Your last payment did not match our plan, so we stopped it. ' +
    'If you were charged, contact us and we will refund you.',
};

/** Why a subscription that is over gives no access; undefined while it is not over. */
export const endedText = (status: SubscriptionStatus): string | undefined => ENDED[status];

/** Whether it gives access to premium content now, as the server says. */
export const isOpen = (subscription: Subscription | null | undefined): boolean =>
  subscription?.accessUntil != null;

/** Whether access that was given to the reader lasts longer than `until`, or than now where that is null. */
export const isGivenLonger = (
  { grantedUntil, grantedForever }: Pick<OwnSubscription, 'grantedUntil' | 'grantedForever'>,
  until: string | null,
): boolean => grantedForever || (grantedUntil !== null && grantedUntil > (until ?? ''));

/** Whether it can be cancelled: also a first payment that failed, which is tried again. */
export const canCancel = ({ status, accessUntil }: Subscription): boolean =>
  status === 'past_due' || (status === 'active' && accessUntil !== null);

/** Whether a payment is paid, pending or retried for time that is not over. */
export const isRunning = (subscription: Subscription | null | undefined): boolean =>
  isOpen(subscription) || subscription?.status === 'pending' || subscription?.status === 'past_due';
