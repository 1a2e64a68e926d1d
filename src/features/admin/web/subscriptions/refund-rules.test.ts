import { expect, test } from 'vitest';
import type { ManagedPayment } from '#features/subscriptions/contract/admin-schemas.ts';
import { accessEffect, amountError, leftOf, readAmount } from './refund-rules.ts';

const payment = (given: Partial<ManagedPayment> = {}): ManagedPayment => ({
  id: 1,
  number: '8EX-0092',
  status: 'completed',
  cents: 2000,
  currency: 'USD',
  paidAt: '2026-10-20T10:00:00.000Z',
  undoneAt: null,
  refundedCents: 0,
  dueCents: 0,
  endsAccess: true,
  ...given,
});

test('amounts are read as people type them', () => {
  const typed = ['5', '5.5', '5.00', ' $5 ', '1,200.50', '0', '5.001', '-5', '5,00', '', 'five', '1e3'];
  expect(typed.map(readAmount)).toEqual([500, 550, 500, 500, 120_050, 0, null, null, null, null, null, null]);
});

test('at most what is left can be refunded', () => {
  expect(leftOf(payment({ refundedCents: 500, dueCents: 300 }))).toBe(1200);
  expect(leftOf(payment({ status: 'refunded' }))).toBe(0);
  expect(leftOf(payment({ cents: null }))).toBe(0);
  expect(amountError('20.00', payment())).toBeUndefined();
  expect(amountError('25.00', payment())).toBe('At most $20.00 is left of this payment.');
  expect(amountError('0.00', payment())).toBe('Enter an amount such as 5.00.');
});

test('only a full refund of the latest payment ends access', () => {
  expect(accessEffect(payment(), 2000)).toContain('ends access at once');
  expect(accessEffect(payment({ refundedCents: 500 }), 1500)).toContain('ends access at once');
  expect(accessEffect(payment(), 1999)).toContain('does not change');
  expect(accessEffect(payment({ endsAccess: false }), 2000)).toContain('does not change');
});
