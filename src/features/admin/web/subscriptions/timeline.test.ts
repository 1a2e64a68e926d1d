import { expect, test } from 'vitest';
import type { ManagedDetails } from '#features/subscriptions/contract/admin-schemas.ts';
import { timelineOf } from './timeline.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const at = (day: string) => `${day}T10:00:00.000Z`;

const payment = (id: number, day: string, given: Partial<ManagedDetails['payments'][number]> = {}) => ({
  id,
  number: `8EX-${id}`,
  status: 'completed' as const,
  cents: 2000,
  currency: 'USD',
  paidAt: at(day),
  undoneAt: null,
  refundedCents: 0,
  dueCents: 0,
  endsAccess: false,
  ...given,
});

const SOL: ManagedDetails = {
  id: 1,
  userId: 2,
  name: 'Sol Varga',
  email: 'sol@example.org',
  state: 'failed',
  status: 'past_due',
  closedAt: null,
  hasDispute: false,
  price: { cents: 2000, currency: 'USD', interval: 'month' },
  provider: 'paypal',
  number: 'I-1',
  startedAt: at('2026-09-20'),
  nextPaymentAt: null,
  paidUntil: at('2026-11-20'),
  accessUntil: at('2026-12-01'),
  lastPayment: null,
  checkedAt: at('2026-11-21'),
  nextCheckAt: null,
  canCancel: true,
  canResume: false,
  canEnd: true,
  payments: [payment(2, '2026-10-20'), payment(1, '2026-09-20')],
  refunds: [],
  notices: [{ id: 5, type: 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', at: at('2026-11-20') }],
  changes: [],
};
const texts = (its: ManagedDetails) => timelineOf(its, NOW).map(({ text }) => text);

test('planned steps come first, then what happened, the latest first', () => {
  expect(texts(SOL)).toEqual([
    'Access ends',
    'Last try',
    'Second try',
    'A payment failed',
    'Paid $20.00',
    'Subscribed',
    'Paid $20.00',
  ]);
  expect(timelineOf(SOL, NOW).filter(({ isPlanned }) => isPlanned)).toHaveLength(3);
});

test('a refund is told once, with who gave it, and another one beside it as made elsewhere', () => {
  const refund = {
    id: 9,
    paymentId: 2,
    cents: 500,
    currency: 'USD',
    status: 'done' as const,
    reason: 'A gesture',
    author: 'ada',
    createdAt: at('2026-11-21'),
    updatedAt: at('2026-11-21'),
    error: null,
  };
  const its = (refundedCents: number) => ({
    ...SOL,
    refunds: [refund],
    payments: [payment(2, '2026-10-20', { refundedCents, undoneAt: at('2026-11-21') })],
  });
  const refundsOf = (cents: number) =>
    timelineOf(its(cents), NOW).filter(({ text }) => text.startsWith('Refunded'));
  expect(refundsOf(500)).toMatchObject([{ text: 'Refunded $5.00', note: 'By ada. Reason: A gesture.' }]);
  expect(refundsOf(1500).map(({ text }) => text)).toEqual(['Refunded $5.00', 'Refunded $10.00']);
});
