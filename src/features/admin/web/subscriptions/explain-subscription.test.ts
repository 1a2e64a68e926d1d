import { expect, test } from 'vitest';
import type { ManagedSubscription } from '#features/subscriptions/contract/admin-schemas.ts';
import { explainNext, explainSubscription, nextWord, priceWord } from './explain-subscription.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const DEC = '2026-12-03T10:00:00.000Z';

const subscription = (given: Partial<ManagedSubscription>): ManagedSubscription => ({
  id: 1,
  userId: 2,
  name: 'Sol Varga',
  email: 'sol@example.org',
  state: 'active',
  status: 'active',
  closedAt: null,
  hasDispute: false,
  price: { cents: 2000, currency: 'USD', interval: 'month' },
  provider: 'paypal',
  number: 'I-1',
  startedAt: '2026-09-20T10:00:00.000Z',
  nextPaymentAt: DEC,
  paidUntil: DEC,
  accessUntil: DEC,
  lastPayment: null,
  ...given,
});
const explained = (given: Partial<ManagedSubscription>) =>
  explainSubscription(subscription(given), NOW)
    .map((part) => (typeof part === 'string' ? part : part.day.slice(0, 10)))
    .join('');

test('each state has one sentence', () => {
  expect(explained({})).toBe('All is well.');
  expect(explained({ nextPaymentAt: '2026-11-22T10:00:00.000Z' })).toContain('a little late');
  expect(explained({ state: 'failed', status: 'past_due' })).toBe(
    'The payment did not go through; access stays until 2026-12-03.',
  );
  expect(explained({ state: 'failed', status: 'past_due', accessUntil: null })).toContain('first payment');
  expect(explained({ state: 'canceled', status: 'cancelled' })).toContain('access stays until 2026-12-03');
  expect(explained({ state: 'ended', status: 'refunded' })).toContain('refunded');
  expect(explained({ state: 'ended', status: 'disputed' })).toContain('taken back');
  expect(explained({ state: 'ended', status: 'refused' })).toContain('did not match');
  expect(explained({ state: 'ended', status: 'expired' })).toContain('lasted until 2026-12-03');
  expect(explained({ state: 'ended', status: 'expired', paidUntil: null })).toContain('without a payment');
  expect(explained({ state: 'ended', status: 'expired', closedAt: DEC })).toContain('ended it at once');
  expect(explained({ state: 'pending', status: 'pending' })).toContain('not confirmed');
});

test('all is not well while a payer disputes a payment', () => {
  expect(explained({ hasDispute: true })).toBe('The payer wants money back, and has asked PayPal to decide.');
  expect(explainNext(subscription({ hasDispute: true }))[0]).toMatch(/^Answer in PayPal’s Resolution Center/);
});

test('the next payment or end has its date', () => {
  expect(nextWord(subscription({}))).toEqual(['Renews ', { day: DEC }]);
  expect(nextWord(subscription({ state: 'canceled' }))).toEqual(['Ends ', { day: DEC }]);
  expect(nextWord(subscription({ state: 'failed' }))).toEqual(['Access until ', { day: DEC }]);
  expect(nextWord(subscription({ state: 'failed', accessUntil: null }))).toEqual(['Tries again']);
  expect(explainNext(subscription({}))).toEqual([
    '$20.00 is taken on ',
    { day: DEC },
    '. You need to do nothing.',
  ]);
  expect(priceWord(subscription({ price: { cents: 20_000, currency: 'USD', interval: 'year' } }))).toBe(
    '$200.00 a year',
  );
});
