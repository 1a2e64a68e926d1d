import { describe, expect, test } from 'vitest';
import type { ProviderSubscription } from './provider.ts';
import {
  aMonthAfter,
  CHECKOUT_LIVES,
  GRACE,
  type KnownPayment,
  type KnownSubscription,
  stateOf,
} from './subscription-state.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 10, 12);
const PAID_AT = NOW - 5 * DAY;
const NEXT = aMonthAfter(PAID_AT);

const row = (given: Partial<KnownSubscription> = {}): KnownSubscription => ({
  reference: 'ours',
  status: 'active',
  wish: 'renew',
  activatedAt: PAID_AT,
  paidThrough: NEXT,
  createdAt: PAID_AT - HOUR,
  ...given,
});

const said = (given: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'I-1',
  reference: 'ours',
  state: 'active',
  isOurPlan: true,
  nextPaymentAt: NEXT,
  lastPayment: { cents: 2000, currency: 'USD', at: PAID_AT },
  failedPayments: 0,
  payments: [],
  ...given,
});

const paid = (given: Partial<KnownPayment> = {}): KnownPayment => ({
  status: 'completed',
  cents: 2000,
  refundedCents: 0,
  paidAt: PAID_AT,
  undoneAt: null,
  ...given,
});

describe('what is granted', () => {
  test('an active subscription to our plan is open past its next payment by the days of grace', () => {
    expect(stateOf(row(), said(), [paid()], NOW)).toMatchObject({
      status: 'active',
      wish: 'renew',
      paidThrough: NEXT,
      nextPaymentAt: NEXT,
      accessUntil: NEXT + GRACE,
    });
  });

  test('a confirmed subscription is open while its first payment is on its way, and closed when that fails', () => {
    const fresh = row({ status: 'created', activatedAt: null, paidThrough: null });
    const confirmed = said({ lastPayment: null });
    expect(stateOf(fresh, confirmed, [], NOW)).toMatchObject({
      status: 'active',
      paidThrough: null,
      accessUntil: NOW + GRACE,
    });
    const opened = row({ activatedAt: NOW, paidThrough: null });
    expect(stateOf(opened, { ...confirmed, failedPayments: 1 }, [], NOW)).toMatchObject({
      status: 'past_due',
      accessUntil: null,
    });
  });

  test.each([
    ['another plan, quantity or price', said({ isOurPlan: false })],
    ['another checkout', said({ reference: 'theirs' })],
    ['no checkout', said({ reference: null })],
    ['a dollar less', said({ lastPayment: { cents: 1900, currency: 'USD', at: PAID_AT } })],
    ['twenty of another currency', said({ lastPayment: { cents: 2000, currency: 'EUR', at: PAID_AT } })],
  ])('%s opens nothing, and is stopped', (_what, answer) => {
    expect(stateOf(row(), answer, [], NOW)).toMatchObject({
      status: 'refused',
      wish: 'stop',
      accessUntil: null,
      nextCheckAt: NOW,
    });
  });
});

test('the provider is told to stop until it has, even when it refuses at first', () => {
  const refunded = [paid({ status: 'refunded' })];
  const told = row({ status: 'refunded', wish: 'stop' });
  expect(stateOf(row(), said(), refunded, NOW).nextCheckAt).toBe(NOW);
  expect(stateOf(told, said(), refunded, NOW).nextCheckAt).toBeGreaterThan(NOW);
  expect(stateOf(told, said({ state: 'cancelled' }), refunded, NOW).nextCheckAt).toBeNull();
});

describe('before anything is paid', () => {
  const open = row({ status: 'created', activatedAt: null, paidThrough: null, createdAt: NOW });

  test.each([
    ['the provider knows of none', null, 0, 'created'],
    ['it is not approved', said({ state: 'pending' }), HOUR, 'created'],
    ['it is approved', said({ state: 'approved' }), HOUR, 'pending'],
    ['it was not approved in time', said({ state: 'pending' }), CHECKOUT_LIVES, 'abandoned'],
    ['it has ended unpaid', said({ state: 'expired', lastPayment: null }), DAY, 'abandoned'],
  ])('%s: nothing opens', (_when, answer, age, status) => {
    expect(stateOf(open, answer, [], NOW + age)).toMatchObject({ status, accessUntil: null });
  });

  test('it is watched for three days, more and more seldom', () => {
    const waits = [0, HOUR, DAY, 2 * DAY].map(
      (age) => (stateOf(open, said({ state: 'pending' }), [], NOW + age).nextCheckAt ?? 0) - NOW - age,
    );
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(stateOf(open, said({ state: 'pending' }), [], NOW + 3 * DAY + 1).nextCheckAt).toBeNull();
  });

  test('what was abandoned and paid after all is granted', () => {
    expect(stateOf({ ...open, status: 'abandoned' }, said(), [paid()], NOW + DAY).status).toBe('active');
  });
});

describe('cancelled', () => {
  const suspended = said({ state: 'suspended', nextPaymentAt: null });

  test('by the reader: open until what is paid for ends, then ended for good', () => {
    const cancelled = row({ wish: 'pause', status: 'cancelled' });
    expect(stateOf(cancelled, suspended, [paid()], NOW)).toMatchObject({
      status: 'cancelled',
      wish: 'pause',
      accessUntil: NEXT,
    });
    expect(stateOf(cancelled, suspended, [paid()], NEXT)).toMatchObject({ wish: 'stop', nextCheckAt: NEXT });
  });

  test('at the provider, which names no date any more: the date from before holds', () => {
    const state = stateOf(row(), said({ state: 'cancelled', nextPaymentAt: null }), [paid()], NOW);
    expect(state).toMatchObject({ status: 'cancelled', accessUntil: NEXT, nextCheckAt: NOW + DAY });
  });

  test('at the provider after a renewal that we never heard of: a month from that payment', () => {
    const renewed = said({
      state: 'cancelled',
      nextPaymentAt: null,
      lastPayment: { cents: 2000, currency: 'USD', at: NEXT + HOUR },
    });
    expect(stateOf(row(), renewed, [paid()], NEXT + DAY).accessUntil).toBe(aMonthAfter(NEXT + HOUR));
  });
});

describe('a payment that fails', () => {
  test.each([
    ['is tried again', said({ failedPayments: 1 })],
    ['has suspended the subscription', said({ failedPayments: 3, state: 'suspended' })],
  ])('and %s leaves the days of grace', (_what, answer) => {
    expect(stateOf(row(), answer, [paid()], NEXT + DAY)).toMatchObject({
      status: 'past_due',
      accessUntil: NEXT + GRACE,
    });
    expect(stateOf(row(), answer, [paid()], NEXT + GRACE)).toMatchObject({
      status: 'expired',
      accessUntil: null,
      wish: 'stop',
    });
  });

  test('for the very first time has no grace: nothing was ever paid', () => {
    const fresh = row({ paidThrough: null, activatedAt: null });
    const state = stateOf(fresh, said({ failedPayments: 1, lastPayment: null }), [], NOW);
    expect(state).toMatchObject({ status: 'past_due', accessUntil: null });
  });
});

describe('money that goes back', () => {
  test.each([
    ['refunded', paid({ status: 'refunded' }), 'refunded'],
    ['refunded in two parts', paid({ refundedCents: 2000 }), 'refunded'],
    ['reversed', paid({ status: 'reversed' }), 'disputed'],
    [
      'refunded, its payment unheard of',
      paid({ status: 'refunded', paidAt: null, undoneAt: NOW }),
      'refunded',
    ],
  ])('%s ends access at once, and the subscription with it', (_what, payment, status) => {
    expect(stateOf(row(), said(), [payment], NOW)).toMatchObject({ status, accessUntil: null, wish: 'stop' });
  });

  test('in part changes nothing', () => {
    expect(stateOf(row(), said(), [paid({ refundedCents: 500 })], NOW).status).toBe('active');
  });

  test('for an earlier month changes nothing', () => {
    const earlier = paid({ paidAt: PAID_AT - 31 * DAY, status: 'refunded' });
    expect(stateOf(row(), said(), [earlier, paid()], NOW).status).toBe('active');
    expect(stateOf(row(), said(), [earlier], NOW).status).toBe('active');
  });
});

test.each([
  [Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 28)],
  [Date.UTC(2028, 0, 30, 23), Date.UTC(2028, 1, 29, 23)],
  [Date.UTC(2026, 11, 15), Date.UTC(2027, 0, 15)],
])('a month after %d is %d', (at, later) => {
  expect(aMonthAfter(at)).toBe(later);
});
