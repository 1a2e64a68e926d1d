import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import { agreement, NEXT, NOW, PAID_AT, paid, row } from '#test/payment-histories/known-facts.ts';
import { nextRenewalCheck } from './check-times.ts';
import { addPeriod, OVERDUE_AFTER } from './payment-rules.ts';
import { CHECKOUT_LIFETIME, GRACE_PERIOD, stateOf } from './subscription-state.ts';

describe('access', () => {
  test('an active subscription stays open for the grace period after its payment date', () => {
    expect(stateOf(row(), agreement(), [paid()], NOW)).toMatchObject({
      status: 'active',
      intended: 'renew',
      paidThrough: NEXT,
      nextPaymentAt: NEXT,
      accessUntil: NEXT + GRACE_PERIOD,
    });
  });

  test('a confirmed subscription is open until its first payment arrives, and closed when that fails', () => {
    const fresh = row({ status: 'created', activatedAt: null, paidThrough: null });
    const confirmed = agreement({ lastPayment: null });
    expect(stateOf(fresh, confirmed, [], NOW)).toMatchObject({
      status: 'active',
      paidThrough: null,
      accessUntil: NOW + GRACE_PERIOD,
    });
    const opened = row({ activatedAt: NOW, paidThrough: null });
    // Without any payment, the grace period does not start over.
    expect(stateOf(opened, confirmed, [], NOW + 10 * DAY)).toMatchObject({
      status: 'active',
      accessUntil: NOW + GRACE_PERIOD,
    });
    expect(stateOf(opened, confirmed, [], NOW + GRACE_PERIOD)).toMatchObject({
      status: 'expired',
      accessUntil: null,
      intended: 'stop',
    });
    expect(stateOf(opened, { ...confirmed, failedPayments: 1 }, [], NOW)).toMatchObject({
      status: 'past_due',
      accessUntil: null,
    });
  });

  test.each([
    ['another plan', agreement({ planId: 'P-2' })],
    ['another quantity or price', agreement({ hasPlanPrice: false })],
    ['another checkout', agreement({ reference: 'theirs' })],
    ['no checkout', agreement({ reference: null })],
  ])('%s gives no access, and is stopped', (_what, subscription) => {
    expect(stateOf(row(), subscription, [], NOW)).toMatchObject({
      status: 'refused',
      intended: 'stop',
      accessUntil: null,
      nextCheckAt: NOW,
    });
  });

  test.each([
    ['a dollar less', { cents: 1900, currency: 'USD', at: PAID_AT }],
    ['twenty of another currency', { cents: 2000, currency: 'EUR', at: PAID_AT }],
  ])('%s begins no subscription, and ends none', (_what, lastPayment) => {
    const other = agreement({ lastPayment });
    expect(stateOf(row({ activatedAt: null }), other, [], NOW)).toMatchObject({
      status: 'refused',
      intended: 'stop',
    });
    expect(stateOf(row(), other, [], NOW)).toMatchObject({ status: 'active', paidThrough: NEXT });
  });
});

test('stopping at the provider is retried until it has stopped', () => {
  const refunded = [paid({ status: 'refunded' })];
  const stopping = row({ status: 'refunded', intended: 'stop' });
  expect(stateOf(row(), agreement(), refunded, NOW).nextCheckAt).toBe(NOW);
  expect(stateOf(stopping, agreement(), refunded, NOW).nextCheckAt).toBeGreaterThan(NOW);
  expect(stateOf(stopping, agreement({ state: 'cancelled' }), refunded, NOW).nextCheckAt).toBeNull();
});

describe('an unpaid checkout', () => {
  const open = row({ status: 'created', activatedAt: null, paidThrough: null, createdAt: NOW });

  test.each([
    ['unknown to the provider', null, 0, 'created'],
    ['not approved', agreement({ state: 'pending' }), HOUR, 'created'],
    ['approved', agreement({ state: 'approved' }), HOUR, 'pending'],
    ['not approved in time', agreement({ state: 'pending' }), CHECKOUT_LIFETIME, 'abandoned'],
    ['ended unpaid', agreement({ state: 'expired', lastPayment: null }), DAY, 'abandoned'],
  ])('%s gives no access', (_when, subscription, age, status) => {
    expect(stateOf(open, subscription, [], NOW + age)).toMatchObject({ status, accessUntil: null });
  });

  test('is checked for three days with a backoff', () => {
    const waits = [0, HOUR, DAY, 2 * DAY].map(
      (age) => (stateOf(open, agreement({ state: 'pending' }), [], NOW + age).nextCheckAt ?? 0) - NOW - age,
    );
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(stateOf(open, agreement({ state: 'pending' }), [], NOW + 3 * DAY + 1).nextCheckAt).toBeNull();
  });

  test('that was abandoned and paid after all gives access', () => {
    expect(stateOf({ ...open, status: 'abandoned' }, agreement(), [paid()], NOW + DAY).status).toBe('active');
  });
});

describe('a cancelled subscription', () => {
  const suspended = agreement({ state: 'suspended', nextPaymentAt: null });

  test('by the reader: open until the paid time ends, then stopped for good', () => {
    const cancelled = row({ intended: 'pause', status: 'cancelled' });
    expect(stateOf(cancelled, suspended, [paid()], NOW)).toMatchObject({
      status: 'cancelled',
      intended: 'pause',
      accessUntil: NEXT,
    });
    expect(stateOf(cancelled, suspended, [paid()], NEXT)).toMatchObject({
      intended: 'stop',
      nextCheckAt: NEXT,
    });
  });

  test('at the provider, without a next date: the stored date holds', () => {
    const state = stateOf(row(), agreement({ state: 'cancelled', nextPaymentAt: null }), [paid()], NOW);
    expect(state).toMatchObject({ status: 'cancelled', accessUntil: NEXT, nextCheckAt: NOW + DAY });
  });

  test('by the reader, then at the provider: open as before, and never resumed', () => {
    const ended = agreement({ state: 'cancelled', nextPaymentAt: null });
    // Also while the cancellation is being undone.
    for (const intended of ['pause', 'renew'] as const)
      expect(stateOf(row({ intended, wasPaused: true }), ended, [paid()], NOW)).toMatchObject({
        status: 'cancelled',
        intended: 'stop',
        accessUntil: NEXT,
      });
  });

  test('at the provider after an unknown renewal: open for a month from that payment', () => {
    const renewed = agreement({
      state: 'cancelled',
      nextPaymentAt: null,
      lastPayment: { cents: 2000, currency: 'USD', at: NEXT + HOUR },
    });
    expect(stateOf(row(), renewed, [paid()], NEXT + DAY).accessUntil).toBe(addPeriod(NEXT + HOUR, 'month'));
  });
});

describe('a failed payment', () => {
  test.each([
    ['is retried', agreement({ failedPayments: 1 })],
    ['has suspended the subscription', agreement({ failedPayments: 3, state: 'suspended' })],
  ])('that %s leaves the grace period', (_what, subscription) => {
    expect(stateOf(row(), subscription, [paid()], NEXT + DAY)).toMatchObject({
      status: 'past_due',
      accessUntil: NEXT + GRACE_PERIOD,
    });
    expect(stateOf(row(), subscription, [paid()], NEXT + GRACE_PERIOD)).toMatchObject({
      status: 'expired',
      accessUntil: null,
      intended: 'stop',
    });
  });

  test('without an earlier payment gives no access, and is stopped after the provider’s retries', () => {
    const fresh = row({ paidThrough: null, activatedAt: null, createdAt: NOW });
    const failed = agreement({ failedPayments: 1, lastPayment: null });
    expect(stateOf(fresh, failed, [], NOW)).toMatchObject({ status: 'past_due', accessUntil: null });
    const later = stateOf(fresh, failed, [], NOW + GRACE_PERIOD);
    expect(later).toMatchObject({ status: 'expired', intended: 'stop' });
  });

  test('is known within a day although the provider counts none', () => {
    const uncounted = agreement({ nextPaymentAt: NEXT });
    expect(stateOf(row(), uncounted, [paid()], NEXT + HOUR).status).toBe('active');
    expect(stateOf(row(), uncounted, [paid()], NEXT + DAY)).toMatchObject({
      status: 'past_due',
      accessUntil: NEXT + GRACE_PERIOD,
      nextPaymentAt: null,
    });
    // Checked until then, so that a failure is known then.
    let at = NEXT;
    while (stateOf(row(), uncounted, [paid()], at).status === 'active')
      at = stateOf(row(), uncounted, [paid()], at).nextCheckAt ?? Number.NaN;
    expect(at).toBeLessThan(NEXT + DAY);
    // The last check is not due again at the same instant.
    expect(nextRenewalCheck(NEXT, NEXT + OVERDUE_AFTER)).toBe(NEXT + OVERDUE_AFTER + 6 * HOUR);
  });

  test('is known at once when the provider names a failed attempt after the last payment', () => {
    const failed = agreement({ lastFailedPaymentAt: NEXT + HOUR });
    expect(stateOf(row(), failed, [paid()], NEXT + 2 * HOUR).status).toBe('past_due');
    const earlier = agreement({ lastFailedPaymentAt: PAID_AT - DAY });
    expect(stateOf(row(), earlier, [paid()], NOW).status).toBe('active');
  });

  test('does not count as paid when the provider names the date after it', () => {
    // Day 10: the provider counts the failure and names the next month.
    const counted = agreement({ failedPayments: 1, nextPaymentAt: addPeriod(NEXT, 'month') });
    const uncounted = agreement({ nextPaymentAt: addPeriod(NEXT, 'month') });
    for (const subscription of [counted, uncounted])
      expect(stateOf(row(), subscription, [paid()], NEXT + 10 * DAY)).toMatchObject({
        status: 'past_due',
        paidThrough: NEXT,
        accessUntil: NEXT + GRACE_PERIOD,
      });
  });

  test('that succeeds on a retry restores the subscription and keeps its billing date', () => {
    const pastDue = row({ status: 'past_due' });
    const at = NEXT + 5 * DAY;
    const recovered = agreement({
      lastPayment: { cents: 2000, currency: 'USD', at },
      lastFailedPaymentAt: NEXT,
      nextPaymentAt: addPeriod(NEXT, 'month'),
    });
    expect(stateOf(pastDue, recovered, [paid(), paid({ paidAt: at })], at + HOUR)).toMatchObject({
      status: 'active',
      paidThrough: addPeriod(NEXT, 'month'),
      accessUntil: addPeriod(NEXT, 'month') + GRACE_PERIOD,
    });
  });
});

test('a payment on a retry keeps its billing date after a cancellation', () => {
  const at = NEXT + 5 * DAY;
  const date = addPeriod(NEXT, 'month');
  const cancelled = row({ status: 'cancelled', intended: 'pause', paidThrough: date });
  const suspended = agreement({
    state: 'suspended',
    nextPaymentAt: null,
    lastPayment: { cents: 2000, currency: 'USD', at },
  });
  const payments = [paid(), paid({ paidAt: at })];
  expect(stateOf(cancelled, suspended, payments, at + DAY).accessUntil).toBe(date);
});

describe('a payment', () => {
  test.each([
    ['refunded', paid({ status: 'refunded' }), 'refunded'],
    ['refunded in two parts', paid({ refundedCents: 2000 }), 'refunded'],
    ['reversed', paid({ status: 'reversed' }), 'disputed'],
    [
      'refunded before it became known',
      paid({ status: 'refunded', paidAt: null, undoneAt: NOW }),
      'refunded',
    ],
  ])('%s ends access and the subscription at once', (_what, payment, status) => {
    expect(stateOf(row(), agreement(), [payment], NOW)).toMatchObject({
      status,
      accessUntil: null,
      intended: 'stop',
    });
  });

  test('refunded in part changes nothing', () => {
    expect(stateOf(row(), agreement(), [paid({ refundedCents: 500 })], NOW).status).toBe('active');
  });

  test('of an earlier month, refunded, changes nothing', () => {
    const earlier = paid({ paidAt: PAID_AT - 31 * DAY, status: 'refunded' });
    expect(stateOf(row(), agreement(), [earlier, paid()], NOW).status).toBe('active');
    expect(stateOf(row(), agreement(), [earlier], NOW).status).toBe('active');
  });
});

test.each([
  [Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 28)],
  [Date.UTC(2028, 0, 30, 23), Date.UTC(2028, 1, 29, 23)],
  [Date.UTC(2026, 11, 15), Date.UTC(2027, 0, 15)],
])('a month after %d is %d', (at, later) => {
  expect(addPeriod(at, 'month')).toBe(later);
});
