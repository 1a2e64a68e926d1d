import { expect, test } from 'vitest';
import { type Subscription, SubscriptionStatus } from '../../contract/schemas.ts';
import {
  canCancel,
  endedText,
  isGivenLonger,
  isOpen,
  isRunning,
  STATUS_WORDS,
} from './subscription-words.ts';

const as = (status: Subscription['status'], accessUntil: string | null): Subscription => ({
  status,
  nextPaymentAt: null,
  paidUntil: null,
  accessUntil,
  canUndo: false,
  isTest: false,
  price: { cents: 2000, currency: 'USD', interval: 'month' },
});
const LATER = '2030-01-31T12:00:00.000Z';

test('every status has a name of its own', () => {
  const words = SubscriptionStatus.options.map((status) => STATUS_WORDS[status]);
  expect(new Set(words).size).toBe(words.length);
});

test('a subscription that is over says why, and no other does', () => {
  for (const status of ['expired', 'refunded', 'disputed', 'refused', 'cancelled'] as const)
    expect(endedText(status)).toMatch(/\.$/);
  for (const status of ['pending', 'active', 'past_due'] as const) expect(endedText(status)).toBeUndefined();
});

test('a subscription that takes payments can be cancelled, and one with access has an end date', () => {
  expect(canCancel(as('active', LATER))).toBe(true);
  expect(canCancel(as('past_due', LATER))).toBe(true);
  expect(canCancel(as('past_due', null))).toBe(true);
  expect(canCancel(as('active', null))).toBe(false);
  expect(canCancel(as('cancelled', LATER))).toBe(false);
  expect(canCancel(as('refunded', null))).toBe(false);
  expect(isOpen(as('cancelled', LATER))).toBe(true);
  expect(isOpen(as('expired', null))).toBe(false);
  expect(isOpen(null)).toBe(false);
});

test('a subscription is running while it gives access or is being paid', () => {
  expect(isRunning(as('cancelled', LATER))).toBe(true);
  expect(isRunning(as('pending', null))).toBe(true);
  expect(isRunning(as('expired', null))).toBe(false);
  expect(isRunning(undefined)).toBe(false);
});

test('granted access counts if it lasts longer than the paid one', () => {
  const given = (grantedUntil: string | null) => ({ grantedUntil, grantedForever: false });
  expect(isGivenLonger(given(LATER), '2030-01-01T12:00:00.000Z')).toBe(true);
  expect(isGivenLonger(given(LATER), '2030-02-01T12:00:00.000Z')).toBe(false);
  expect(isGivenLonger(given(LATER), null)).toBe(true);
  expect(isGivenLonger(given(null), null)).toBe(false);
  expect(isGivenLonger({ grantedUntil: null, grantedForever: true }, LATER)).toBe(true);
});
