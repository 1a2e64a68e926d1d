import type { ManagedDetails } from '#features/subscriptions/contract/admin-schemas.ts';
import { formatAmount } from '#features/subscriptions/shared/format-amount.ts';
import { DAY } from '#platform/text/time-units.ts';
import { sentenceOf } from '../audit-log/audit-entries.tsx';

interface Moment {
  key: string;
  /** ISO 8601. */
  at: string;
  text: string;
  note?: string;
  isPlanned?: boolean;
}

/** Days after the billing date on which the provider retries a failed payment (docs/payments.md). */
const RETRIES = [5, 10];

/** PayPal's webhook events in plain words. Others are omitted, because payments show them. */
const NOTICES: Record<string, string> = {
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': 'A payment failed',
  'BILLING.SUBSCRIPTION.CANCELLED': 'Canceled at PayPal',
  'BILLING.SUBSCRIPTION.SUSPENDED': 'Suspended at PayPal',
  'BILLING.SUBSCRIPTION.EXPIRED': 'Expired at PayPal',
  'CUSTOMER.DISPUTE.CREATED': 'A dispute was opened',
  'CUSTOMER.DISPUTE.RESOLVED': 'A dispute was resolved',
};

/** Returns past and planned events of a subscription, latest first. */
export function timelineOf(its: ManagedDetails, now: number): Moment[] {
  const moments = [
    { key: 'start', at: its.startedAt, text: its.payments.length > 0 ? 'Subscribed' : 'Checkout began' },
    ...paymentMoments(its),
    ...refundMoments(its),
    ...its.notices.flatMap(({ id, type, at }) => {
      const text = NOTICES[type];
      return text === undefined
        ? []
        : [{ key: `notice ${id}`, at, text, note: 'Notice from PayPal, checked' }];
    }),
    ...its.changes
      .filter(({ details }) => details.done !== 'payment-refunded')
      .map((entry) => ({ key: `change ${entry.id}`, at: entry.at, text: plain(sentenceOf(entry)) })),
  ];
  return [...plannedMoments(its, now), ...moments.sort((a, b) => b.at.localeCompare(a.at))];
}

const NUMBERED = ' subscription “';

/** Removes the subscription's number, because the page is about this subscription. */
function plain(sentence: string): string {
  const start = sentence.lastIndexOf(NUMBERED);
  const isLast = start >= 0 && sentence.indexOf('”', start) === sentence.length - 1;
  return isLast ? `${sentence.slice(0, start)} this subscription` : sentence;
}

const paymentMoments = ({ payments }: ManagedDetails): Moment[] =>
  payments.flatMap(({ id, number, paidAt, cents, currency, status, undoneAt, refundedCents }) => {
    const amount = cents === null ? 'an unknown amount' : formatAmount(cents, currency);
    const paid =
      paidAt === null
        ? []
        : [{ key: `paid ${id}`, at: paidAt, text: `Paid ${amount}`, note: `Number ${number}` }];
    if (undoneAt === null || status !== 'reversed') return paid;
    const back = refundedCents > 0 ? formatAmount(refundedCents, currency) : amount;
    return [
      ...paid,
      { key: `undone ${id}`, at: undoneAt, text: `${back} was taken back by PayPal or the bank` },
    ];
  });

const REFUND_WORDS = {
  done: 'Refunded',
  due: 'Refund waits for the provider:',
  refused: 'Refund was refused:',
  dismissed: 'Refund was refused, and dismissed:',
};

/** Returns refunds by administrators, and refunds made elsewhere, of which only the sum is known. */
function refundMoments({ refunds, payments }: ManagedDetails): Moment[] {
  const ours = refunds.map(({ id, cents, currency, status, author, reason, updatedAt, error }) => ({
    key: `refund ${id}`,
    at: updatedAt,
    text: `${REFUND_WORDS[status]} ${formatAmount(cents, currency)}`,
    note: [`By ${author ?? 'a deleted account'}.`, reason && `Reason: ${reason}.`, error ?? '']
      .filter(Boolean)
      .join(' '),
  }));
  const others = payments.flatMap(({ id, refundedCents, undoneAt, currency, status }) => {
    const known = refunds
      .filter((refund) => refund.paymentId === id && refund.status === 'done')
      .reduce((sum, { cents }) => sum + cents, 0);
    if (status === 'reversed' || undoneAt === null || refundedCents <= known) return [];
    const text = `Refunded ${formatAmount(refundedCents - known, currency)}`;
    return [{ key: `refunded ${id}`, at: undoneAt, text, note: 'At the provider, or by the site itself' }];
  });
  return [...ours, ...others];
}

function plannedMoments(its: ManagedDetails, now: number): Moment[] {
  const { state, nextPaymentAt, accessUntil, paidUntil, price } = its;
  const amount = formatAmount(price.cents, price.currency);
  const planned: Moment[] = [];
  const plan = (key: string, at: string | null, text: string) => {
    if (at !== null && Date.parse(at) > now) planned.push({ key, at, text, isPlanned: true });
  };
  if (state === 'active') plan('next', nextPaymentAt, `Payment of ${amount}`);
  if (state === 'failed' && paidUntil !== null)
    for (const [index, days] of RETRIES.entries())
      plan(
        `try ${days}`,
        new Date(Date.parse(paidUntil) + days * DAY).toISOString(),
        index === 0 ? 'Second try' : 'Last try',
      );
  if (state === 'failed' || state === 'canceled') plan('end', accessUntil, 'Access ends');
  return planned.sort((a, b) => b.at.localeCompare(a.at));
}
