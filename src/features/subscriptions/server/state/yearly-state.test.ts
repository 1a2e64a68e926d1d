import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { agreement, NOW, PAID_AT, paid, row } from '#test/payment-histories/known-facts.ts';
import type { ProviderSubscription } from '../provider.ts';
import { addPeriod, type KnownPayment } from './payment-rules.ts';
import { GRACE_PERIOD, type KnownSubscription, stateOf } from './subscription-state.ts';

test.each([
  [Date.UTC(2028, 1, 29, 10), Date.UTC(2029, 1, 28, 10)],
  [Date.UTC(2027, 1, 28), Date.UTC(2028, 1, 28)],
  [Date.UTC(2027, 1, 15), Date.UTC(2028, 1, 15)],
])('a year after %d is %d', (at, later) => {
  expect(addPeriod(at, 'year')).toBe(later);
});

describe('a yearly subscription of $200.00', () => {
  const terms = { cents: 20_000, currency: 'USD', interval: 'year' } as const;
  const end = addPeriod(PAID_AT, 'year');
  const yearly = (given: Partial<KnownSubscription> = {}) => row({ terms, paidThrough: null, ...given });
  const lastPayment = { cents: 20_000, currency: 'USD', at: PAID_AT };
  const agreed = (given: Partial<ProviderSubscription> = {}) =>
    agreement({ nextPaymentAt: end, lastPayment, ...given });
  const payment = (given: Partial<KnownPayment> = {}) => paid({ cents: 20_000, ...given });

  test('is open until a year after its payment, and no longer than the grace period', () => {
    const state = stateOf(yearly(), agreed(), [payment()], NOW);
    expect(state).toMatchObject({ status: 'active', paidThrough: end, accessUntil: end + GRACE_PERIOD });
    const late = stateOf(yearly({ paidThrough: end }), agreed(), [payment()], end + 21 * HOUR);
    expect(late).toMatchObject({ status: 'past_due', accessUntil: end + GRACE_PERIOD });
  });

  test('does not begin at the price of a month', () => {
    const cheap = agreed({ lastPayment: { ...lastPayment, cents: 2000 } });
    expect(stateOf(yearly({ activatedAt: null }), cheap, [], NOW)).toMatchObject({
      status: 'refused',
      intended: 'stop',
    });
  });

  test('keeps access through its paid year after a cancellation, and after a refund of a part', () => {
    const cancelled = agreed({ state: 'cancelled', nextPaymentAt: null });
    const half = payment({ refundedCents: 10_000 });
    expect(stateOf(yearly(), cancelled, [half], NOW)).toMatchObject({
      status: 'cancelled',
      accessUntil: end,
    });
    const all = payment({ refundedCents: 20_000 });
    expect(stateOf(yearly(), agreed(), [all], NOW)).toMatchObject({ status: 'refunded', accessUntil: null });
  });

  test('a refund of more than a month’s price is still a part while the payment’s sum is not known', () => {
    const unknown = payment({ cents: null, refundedCents: 2000 });
    expect(stateOf(yearly(), agreed(), [unknown], NOW).status).toBe('active');
  });
});

test('a payer of the 31st, and then of 28 February, is paid through 31 March', () => {
  const at = Date.UTC(2027, 1, 28, 10);
  const nextPaymentAt = Date.UTC(2027, 2, 31, 10);
  const renewed = agreement({ nextPaymentAt, lastPayment: { cents: 2000, currency: 'USD', at } });
  const stored = row({ paidThrough: at });
  expect(stateOf(stored, renewed, [paid({ paidAt: at })], at + DAY).paidThrough).toBe(nextPaymentAt);
});
