import type { ManagedState, ManagedSubscription } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import type { Sentence } from '../people/explain-access.ts';

/** Names of the states, and the classes of their badges. */
export const STATE_BADGES: Record<ManagedState, readonly [string, string]> = {
  active: ['Paying', 'badge'],
  failed: ['Renewal failed', 'badge off'],
  canceled: ['Canceled', 'badge plain'],
  ended: ['Ended', 'badge plain'],
  pending: ['Confirming payment', 'badge plain'],
};

/** `$20.00 a month`. */
export const priceWord = ({ price }: Pick<ManagedSubscription, 'price'>): string =>
  `${formatAmount(price.cents, price.currency)} a ${price.interval}`;

/** Returns the displayed name. A browser without an account has none. */
export const payerWord = ({ name }: Pick<ManagedSubscription, 'name'>): string => name ?? 'No account';

/** Describes the subscription's next event in a few words. */
export function nextWord({ state, nextPaymentAt, accessUntil }: ManagedSubscription): Sentence {
  if (state === 'active') return nextPaymentAt ? ['Renews ', { day: nextPaymentAt }] : ['Renewal is due'];
  if (state === 'failed') return accessUntil ? ['Access until ', { day: accessUntil }] : ['Tries again'];
  if (state === 'canceled' && accessUntil) return ['Ends ', { day: accessUntil }];
  if (state === 'ended' && accessUntil) return ['Ended ', { day: accessUntil }];
  return ['None'];
}

const ENDINGS: Partial<Record<ManagedSubscription['status'], string>> = {
  refunded: 'The last payment was refunded, which ended access.',
  disputed: 'The last payment was taken back by the payer’s bank or PayPal, which ended access.',
  refused: 'What was paid did not match the plan, so it opened nothing. Refund it if money came in.',
};

/** Describes the state of a subscription in one sentence. */
export function explainSubscription(subscription: ManagedSubscription, now: number): Sentence {
  const { state, status, closedAt, hasDispute, accessUntil, nextPaymentAt, paidUntil } = subscription;
  if (hasDispute) return ['The payer wants money back, and has asked PayPal to decide.'];
  switch (state) {
    case 'pending':
      return ['The provider has not confirmed the first payment yet, so nothing is open.'];
    case 'active':
      return nextPaymentAt !== null && Date.parse(nextPaymentAt) > now
        ? ['All is well.']
        : ['The payment is a little late at the provider, and access stays open until it comes.'];
    case 'failed':
      return accessUntil === null
        ? ['The first payment did not go through, so nothing is open until a retry succeeds.']
        : ['The payment did not go through; access stays until ', { day: accessUntil }, '.'];
    case 'canceled':
      return ['No further payment is taken, and access stays until ', { day: accessUntil ?? '' }, '.'];
    case 'ended':
      if (ENDINGS[status] !== undefined) return [ENDINGS[status]];
      if (closedAt !== null) return ['An administrator ended it at once on ', { day: closedAt }, '.'];
      return paidUntil === null
        ? ['It ended without a payment.']
        : ['It is over: what was paid lasted until ', { day: paidUntil }, '.'];
  }
}

/** Describes the next events, and whether the owner must act. */
export function explainNext({
  state,
  accessUntil,
  price,
  nextPaymentAt,
  ...its
}: ManagedSubscription): Sentence {
  const amount = formatAmount(price.cents, price.currency);
  if (its.hasDispute)
    return [
      'Answer in PayPal’s Resolution Center. Without an answer in time PayPal decides against you. ' +
        'Until then access stays as it is.',
    ];
  switch (state) {
    case 'pending':
      return ['The site asks by itself, again and again. You need to do nothing.'];
    case 'active':
      return nextPaymentAt === null
        ? ['You need to do nothing.']
        : [`${amount} is taken on `, { day: nextPaymentAt }, '. You need to do nothing.'];
    case 'failed':
      return accessUntil === null
        ? ['The provider tries again. You need to do nothing.']
        : [
            'The provider tries again by itself. If no try succeeds until ',
            { day: accessUntil },
            ', it ends.',
          ];
    case 'canceled':
      return ['Until then the cancellation can be undone. You need to do nothing.'];
    case 'ended':
      return its.status === 'refused'
        ? ['Refund the payment below, if there is one.']
        : ['Nothing more is charged. The person may subscribe again.'];
  }
}
